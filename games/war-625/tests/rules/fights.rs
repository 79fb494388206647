//! The decisions of a battle in the small language.

use crate::common::Game;

fn numbered(text: &str) -> (u32, &str) {
    match text.split_once(' ') {
        Some((n, rest)) if n.parse::<u32>().is_ok() => (n.parse().expect("a number"), rest),
        _ => (1, text),
    }
}

impl Game {
    /// The legal actions that begin with a word.
    fn choices(&self, word: &str) -> Vec<String> {
        let start = format!("{word} ");
        self.legal().into_iter().filter(|a| a.starts_with(&start)).collect()
    }
    /// The choice of a word that is about a unit.
    fn choice(&self, word: &str, unit: &str) -> Option<String> {
        let fits = |a: &String| a.ends_with(&format!(" {unit}")) || a.contains(&format!(" {unit} ["));
        self.choices(word).into_iter().find(fits)
    }
    /// Units that the choices of a word are about, in order and once each.
    fn named(&self, word: &str) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for action in self.choices(word) {
            let plain = action.split_once(" [").map_or(action.as_str(), |(p, _)| p);
            let words: Vec<_> = plain.split(' ').collect();
            let unit = words[words.len() - 2..].join(" ");
            if !out.contains(&unit) {
                out.push(unit);
            }
        }
        out
    }
    /// Ends the decisions that come before dice.
    fn pass_to_the_dice(&mut self) {
        let waits = |g: &Self| g.fell().is_none() || g.dice_left() > 0;
        while waits(self) && self.legal().iter().any(|a| a == "done") && self.moment().1 == "combat" {
            self.act("done");
        }
    }
    /// Picks a battle.
    pub(crate) fn pick(&mut self, place: &str) {
        self.act(&format!("battle {place}"));
    }
    /// Picks a battle with these dice; nobody calls aircraft or leaves.
    pub(crate) fn battle(&mut self, place: &str, dice: &[u32]) {
        self.dice(dice);
        self.pick(place);
        self.pass_to_the_dice();
    }
    pub(crate) fn go_on(&mut self, dice: &[u32]) {
        self.dice(dice);
        self.act("continue");
        self.pass_to_the_dice();
    }
    pub(crate) fn retreat(&mut self, to: &str) {
        self.act(&format!("retreat {to}"));
    }
    pub(crate) fn retreats(&self) -> Vec<String> {
        self.choices("retreat").iter().map(|a| a["retreat ".len()..].to_owned()).collect()
    }
    pub(crate) fn call(&mut self, unit: &str, base: &str) {
        let listed = self.choices("call").into_iter().find(|a| a.starts_with(&format!("call {base} {unit}")));
        self.act(&listed.unwrap_or_else(|| format!("call {base} {unit}")));
    }
    pub(crate) fn callable(&self) -> Vec<String> {
        self.named("call")
    }
    pub(crate) fn done_calling(&mut self) {
        if !self.choices("call").is_empty() {
            self.act("done");
        }
    }
    pub(crate) fn leave(&mut self, units: &str, from: &str, to: &str) {
        let (count, unit) = numbered(units);
        let wanted = format!(" {to} {from} {unit}");
        let listed = self.choices("leave").into_iter().find(|a| a.contains(&wanted));
        let text = listed.map(|a| a.splitn(3, ' ').nth(2).unwrap_or_default().to_owned());
        self.act(&format!("leave {count} {}", text.unwrap_or_else(|| format!("{to} {from} {unit}"))));
    }
    pub(crate) fn done_leaving(&mut self) {
        if !self.choices("leave").is_empty() {
            self.act("done");
        }
    }
    pub(crate) fn no_leavers(&mut self) {
        self.done_leaving();
    }
    /// Sends aircraft to the sky (`2 NK fighter; NK bomber`), the rest over the ground.
    pub(crate) fn sky(&mut self, units: &str) {
        let before = self.named("sky");
        for item in units.split(';').map(str::trim).filter(|s| !s.is_empty()) {
            let (count, unit) = numbered(item);
            let listed = self.choices("sky").into_iter().find(|a| a.contains(unit));
            let text = listed.map(|a| a.splitn(3, ' ').nth(2).unwrap_or_default().to_owned());
            self.act(&format!("sky {count} {}", text.unwrap_or_else(|| format!("TJN {unit}"))));
        }
        let same = self.named("sky").first().is_some_and(|u| before.iter().any(|b| b[..2] == u[..2]));
        if same {
            self.act("done");
        }
    }
    pub(crate) fn lose(&mut self, unit: &str) {
        let action = self.choice("lose", unit).unwrap_or_else(|| format!("lose SEO {unit}"));
        self.act(&action);
    }
    pub(crate) fn losses(&self) -> Vec<String> {
        self.named("lose")
    }
    pub(crate) fn direct(&mut self, unit: &str) {
        let action = self.choice("direct", unit).expect("it can be directed there");
        self.act(&action);
    }
    pub(crate) fn directions(&self) -> Vec<String> {
        self.named("direct")
    }
    pub(crate) fn decline(&mut self) {
        self.act("done");
    }
    pub(crate) fn salvage(&mut self, take: bool) {
        let end = if take { "take" } else { "scrap" };
        let action =
            self.choices("salvage").into_iter().find(|a| a.ends_with(end)).expect("salvage is offered");
        self.act(&action);
    }
    pub(crate) fn offers_fly_out(&self, unit: &str, to: &str) -> bool {
        self.choices(&format!("fly out {to}")).iter().any(|a| a.contains(unit))
    }
    pub(crate) fn fly_out(&mut self, unit: &str, to: &str) {
        let action = self
            .choices(&format!("fly out {to}"))
            .into_iter()
            .find(|a| a.contains(unit))
            .expect("it can fly out");
        self.act(&action);
    }
    pub(crate) fn submerge(&mut self, unit: &str) {
        let action = self.choice("submerge", unit).unwrap_or_else(|| format!("submerge Z6 {unit}"));
        self.act(&action);
    }
}
