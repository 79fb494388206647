//! The moves of the small language: each is the decisions a player would take.

use crate::common::Game;

/// `3 NK infantry` into number and unit; one if no number is said.
fn numbered(text: &str) -> (u32, &str) {
    match text.split_once(' ') {
        Some((n, rest)) if n.parse::<u32>().is_ok() => (n.parse().expect("a number"), rest),
        _ => (1, text),
    }
}

fn ends(path: &str) -> (&str, &str) {
    let (from, _) = path.split_once('-').expect("a path");
    let (_, to) = path.rsplit_once('-').expect("a path");
    (from, to)
}

/// `a; b` as a list.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(&[';', ','][..]).map(str::trim).filter(|s| !s.is_empty())
}

impl Game {
    fn offered(&self, start: &str) -> Option<String> {
        self.legal().into_iter().find(|a| a == start || a.starts_with(&format!("{start} ")))
    }
    /// Chooses a stack: the most loaded one of that unit, if there are several.
    fn select(&mut self, unit: &str, place: &str) {
        let plain = format!("select {place} {unit}");
        let found = self
            .legal()
            .into_iter()
            .filter(|a| *a == plain || a.starts_with(&format!("{plain} [")))
            .max_by_key(String::len);
        self.act(&found.unwrap_or_else(|| self.unlisted(&plain, unit, place)));
    }
    /// The text of a stack that can't be chosen now, so that the refusal is about that stack.
    fn unlisted(&self, plain: &str, unit: &str, place: &str) -> String {
        let stack = self.details(place, unit);
        stack.map_or_else(|| plain.to_owned(), |d| format!("{plain} [{d}]"))
    }

    // Set-up and intervention.

    pub(crate) fn hide(&mut self, area: &str, count: u32) {
        self.act(&format!("hide {count} {area}"));
    }
    pub(crate) fn done_hiding(&mut self) {
        self.act("done");
    }
    pub(crate) fn write_hidden(&mut self, split: &[(&str, u32)]) {
        split.iter().for_each(|(area, count)| self.hide(area, *count));
        self.done_hiding();
    }
    pub(crate) fn declare_war(&mut self) {
        self.act("declare war");
    }
    pub(crate) fn withhold(&mut self) {
        self.act("withhold");
    }
    pub(crate) fn ask_for_weapons(&mut self) {
        self.act("ask authorisation");
    }
    pub(crate) fn offer_exchange(&mut self, give: u32, take: u32) {
        self.act(&format!("offer {give} for {take}"));
    }
    /// Everybody who is asked gives the same answer.
    pub(crate) fn answer(&mut self, yes: bool) {
        while self.legal().iter().any(|a| a == "accept") {
            self.act(if yes { "accept" } else { "decline" });
        }
    }
    pub(crate) fn return_all(&mut self) {
        while let Some(action) = self.offered("return") {
            self.act(&action);
        }
    }
    pub(crate) fn offer_armistice(&mut self) {
        self.act("offer armistice");
    }
    pub(crate) fn resign(&mut self) {
        self.act("resign");
    }

    // Purchase and placement.

    pub(crate) fn buy(&mut self, nation: &str, units: &str) {
        for item in items(units) {
            let (count, kind) = numbered(item);
            for _ in 0..count {
                self.act(&format!("buy 1 {nation} {kind}"));
            }
        }
    }
    pub(crate) fn buy_weapon(&mut self) {
        self.act("buy weapon");
    }
    pub(crate) fn place(&mut self, units: &str, to: &str) {
        let (count, unit) = numbered(units);
        for _ in 0..count {
            self.act(&format!("place 1 {unit} {to}"));
        }
    }
    pub(crate) fn place_aboard(&mut self, unit: &str, zone: &str) {
        self.place(unit, zone);
    }

    // Movement.

    pub(crate) fn march(&mut self, units: &str, path: &str) {
        let (count, unit) = numbered(units);
        let (from, to) = ends(path);
        self.select(unit, from);
        self.act(&format!("go {count} {to}"));
    }
    pub(crate) fn march_prisoner(&mut self, nation: &str, from: &str, to: &str) {
        self.march(&format!("{nation} prisoner"), &format!("{from}-{to}"));
    }
    pub(crate) fn ride(&mut self, mech: &str, infantry: &str, path: &str) {
        assert!(infantry.ends_with("infantry"));
        let (from, to) = ends(path);
        self.select(mech, from);
        self.act(&format!("ride 1 {to}"));
    }
    pub(crate) fn carry(&mut self, unit: &str, area: &str, tokens: u32) {
        for _ in 0..tokens {
            self.select(unit, area);
            self.act("carry 1");
        }
    }
    pub(crate) fn snipe(&mut self, units: &str, from: &str, target: &str) {
        let (count, unit) = numbered(units);
        self.select(unit, from);
        self.act(&format!("snipe {count} {target}"));
    }
    /// Flies out on a mission, by the shortest way if a way is named; or lands.
    pub(crate) fn fly(&mut self, units: &str, path: &str, mission: &str) {
        let (count, unit) = numbered(units);
        let (from, to) = ends(path);
        self.select(unit, from);
        if mission == "land" {
            return self.act(&format!("land {count} {to}"));
        }
        let safe = format!("fly {count} {to} {mission}");
        let direct = format!("{safe} direct");
        let listed = |a: &String| a.starts_with("fly ") && a.ends_with(&format!(" {to} {mission} direct"));
        let short = path.matches('-').count() > 1 && self.legal().iter().any(listed);
        self.act(if short { &direct } else { &safe });
    }
    pub(crate) fn fly_to(&mut self, unit: &str, from: &str, to: &str, mission: &str) {
        let mission = mission.trim_start_matches("atomic-");
        self.fly(unit, &format!("{from}-{to}"), mission);
    }
    pub(crate) fn land(&mut self, unit: &str, from: &str, to: &str) {
        self.select(unit, from);
        self.act(&format!("land 1 {to}"));
    }
    pub(crate) fn load_air(&mut self, plane: &str, area: &str, item: &str) {
        let item = item.rsplit(' ').next().expect("an item");
        self.select(plane, area);
        self.act(&format!("load {item} {area}"));
    }
    /// Lets items fall on the way and lands at the end of the path.
    pub(crate) fn fly_dropping(&mut self, plane: &str, path: &str, drops: &[(&str, &str)]) {
        let (mut at, to) = ends(path);
        for (item, area) in drops {
            let item = item.rsplit(' ').next().expect("an item");
            self.select(plane, at);
            self.act(&format!("drop {item} {area}"));
            at = area;
        }
        self.land(plane, at, to);
    }
    pub(crate) fn sail(&mut self, ships: &str, path: &str) {
        let (count, ship) = numbered(ships);
        let (from, to) = ends(path);
        self.select(ship, from);
        if ship.ends_with("carrier") {
            let full = self.legal().into_iter().filter(|a| a.starts_with(&format!("sail {to} with"))).max();
            return self.act(&full.unwrap_or_else(|| format!("sail {to} with 0")));
        }
        self.act(&format!("go {count} {to}"));
    }
    /// Loads items of an area: `infantry+token`.
    pub(crate) fn load(&mut self, ship: &str, zone: &str, items: &str, area: &str) {
        let items: Vec<_> = items.split('+').map(|i| i.rsplit(' ').next().expect("an item")).collect();
        self.select(ship, zone);
        self.act(&format!("load {} {area}", items.join("+")));
    }
    pub(crate) fn unload(&mut self, items: &str, zone: &str, area: &str) {
        self.select("US transport", zone);
        self.act(&format!("unload {} {area}", items.replace("US ", "")));
    }
    /// The transport with this load will land it.
    pub(crate) fn assault(&mut self, load: &str, zone: &str, area: &str) {
        self.assault_with("US", load, zone, area);
    }
    pub(crate) fn assault_with(&mut self, nation: &str, load: &str, zone: &str, area: &str) {
        let load = load.replace("US ", "");
        let transport = self
            .legal()
            .into_iter()
            .find(|a| a.starts_with("select") && a.contains(&format!("{zone} {nation} transport [{load}")));
        self.act(&transport.unwrap_or_else(|| {
            self.unlisted(&format!("select {zone} {nation} transport"), &format!("{nation} transport"), zone)
        }));
        self.act(&format!("assault 1 {area}"));
    }

    // The Supply Track.

    fn lifting(&mut self, carrier: &str, space: &str, load: &[&str], how: &str, to: &str) {
        let items: Vec<_> = load.iter().map(|i| i.rsplit(' ').next().expect("an item")).collect();
        let plain = format!("select {space} {carrier}");
        self.act(&plain);
        self.act(&format!("lift {} {to} {how}", items.join("+")));
    }
    /// A transport of the space lifts a load one space, and stays or goes along.
    pub(crate) fn lift(&mut self, space: &str, load: &[&str], how: &str) {
        let to = if space == "TR1" { "TR2" } else { "TR3" };
        self.lift_to(space, load, how, to);
    }
    pub(crate) fn lift_to(&mut self, space: &str, load: &[&str], how: &str, to: &str) {
        self.lifting("US transport", space, load, how, to);
    }
    pub(crate) fn airlift(&mut self, plane: &str, space: &str, load: &[&str], to: &str) {
        self.lifting(plane, space, load, "along", to);
    }
    pub(crate) fn step(&mut self, unit: &str, from: &str, to: &str) {
        let plane = ["fighter", "chopper", "bomber"].iter().any(|k| unit.ends_with(k));
        if plane {
            return self.land(unit, from, to);
        }
        self.sail(unit, &format!("{from}-{to}"));
    }
}
