//! Numbers in a data file changed in place: comments, order and everything else stay as they are.

/// Puts a value at `section.name` (`weights.chosin-un.advance`): in its line if there is one, else as the first of its
/// section, which is added at the end if it is missing.
pub(crate) fn put(text: &str, path: &str, value: &str) -> String {
    let Some((section, name)) = path.rsplit_once('.') else { return text.to_owned() };
    let header = format!("[{section}]");
    let mut out = Vec::new();
    let (mut inside, mut at, mut done) = (false, None, false);
    for line in text.lines() {
        let words = line.split('#').next().unwrap_or("").trim();
        if words.starts_with('[') && !words.contains('=') {
            inside = words == header;
            if inside {
                at = Some(out.len() + 1);
            }
        }
        let named = words.split_once('=').is_some_and(|(key, _)| key.trim() == name);
        if inside && named && !done {
            let comment = line.find('#').map_or("", |i| &line[i..]);
            let kept = format!("{name} = {value}");
            let gap = if comment.is_empty() {
                String::new()
            } else {
                " ".repeat(25usize.saturating_sub(kept.len()).max(1))
            };
            out.push(format!("{kept}{gap}{comment}"));
            done = true;
        } else {
            out.push(line.to_owned());
        }
    }
    match (done, at) {
        (true, _) => {}
        (false, Some(at)) => out.insert(at, format!("{name} = {value}")),
        (false, None) => out.extend([String::new(), header, format!("{name} = {value}")]),
    }
    out.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::put;

    #[test]
    fn a_number_is_changed_added_or_given_a_section_and_nothing_else_moves() {
        let text =
            "# why\n[weights.common]\nadvance = 0.16           # moves\n\n[weights.chosin-un]\nopen = 2.0\n";
        let changed = put(text, "weights.common.advance", "0.2");
        assert_eq!(changed, text.replace("0.16           #", "0.2            #"));
        let added = put(text, "weights.chosin-un.advance", "0.5");
        assert_eq!(added, text.replace("open", "advance = 0.5\nopen"));
        let new = put(text, "weights.pusan-un.advance", "0.5");
        assert_eq!(new, format!("{text}\n[weights.pusan-un]\nadvance = 0.5\n"));
        let table: toml::Table = new.parse().unwrap();
        assert_eq!(table["weights"]["pusan-un"]["advance"].as_float(), Some(0.5));
    }
}
