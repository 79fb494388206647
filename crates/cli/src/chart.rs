//! A chart of simulated games: shares of wins with their intervals, and the spread of margins.

use std::fmt::Write;

/// Draws shares (name, share, low, high; each 0 to 1), a histogram of margins, rates of bad habits and notes as one SVG.
pub(crate) fn draw(
    title: &str,
    shares: &[(&str, f64, f64, f64)],
    margins: &[i32],
    rates: &[(String, f64)],
    notes: &[String],
) -> String {
    let below = 75 + shares.len() * 30 + 205;
    let last = below + if rates.is_empty() { 0 } else { 24 + rates.len() * 20 };
    let height = last + 10 + notes.len() * 18 + 10;
    let mut svg = sheet(title, height);
    for (i, (name, share, low, high)) in shares.iter().enumerate() {
        let y = 55 + i * 30;
        let x = |v: f64| 180.0 + v * 380.0;
        let _ = writeln!(
            svg,
            "<text x=\"20\" y=\"{}\">{}</text><rect x=\"180\" y=\"{y}\" width=\"{:.1}\" height=\"18\" fill=\"#7c8f6a\"/>\
             <path d=\"M{:.1} {mid}H{:.1}M{:.1} {top}v8M{:.1} {top}v8\" stroke=\"#222\" fill=\"none\"/><text x=\"{:.1}\" y=\"{}\">{:.1} %</text>",
            y + 14,
            escape(name),
            share * 380.0,
            x(*low),
            x(*high),
            x(*low),
            x(*high),
            x(*high) + 8.0,
            y + 14,
            share * 100.0,
            mid = y + 9,
            top = y + 5,
        );
    }
    histogram(&mut svg, 75 + shares.len() * 30, margins);
    habits(&mut svg, below, rates);
    for (i, note) in notes.iter().enumerate() {
        let y = last + 18 + i * 18;
        let _ = writeln!(svg, "<text x=\"20\" y=\"{y}\" font-size=\"12\">{}</text>", escape(note));
    }
    svg.push_str("</svg>\n");
    svg
}

/// Rates of bad habits, on a scale up to the worst of them, at least one per cent.
fn habits(svg: &mut String, top: usize, rates: &[(String, f64)]) {
    if rates.is_empty() {
        return;
    }
    let _ = writeln!(svg, "<text x=\"20\" y=\"{}\">Bad habits, lapses of occasions</text>", top + 12);
    let scale = rates.iter().fold(0.01, |most: f64, r| most.max(r.1));
    for (i, (name, rate)) in rates.iter().enumerate() {
        let y = top + 24 + i * 20;
        let width = rate / scale * 200.0;
        let _ = writeln!(
            svg,
            "<text x=\"20\" y=\"{text}\" font-size=\"12\">{}</text><rect x=\"330\" y=\"{y}\" width=\"{width:.1}\" height=\"12\" \
             fill=\"#a65d4a\"/><text x=\"{:.1}\" y=\"{text}\" font-size=\"12\">{:.2} %</text>",
            escape(name),
            338.0 + width,
            rate * 100.0,
            text = y + 10,
        );
    }
}

fn histogram(svg: &mut String, top: usize, margins: &[i32]) {
    let (Some(&low), Some(&high)) = (margins.iter().min(), margins.iter().max()) else { return };
    const BINS: usize = 21;
    let width = f64::from(high - low).max(1.0) / BINS as f64;
    let mut count = [0usize; BINS];
    for &m in margins {
        count[((f64::from(m - low) / width) as usize).min(BINS - 1)] += 1;
    }
    let most = count.iter().copied().max().unwrap_or(1).max(1);
    let base = top + 170;
    let _ =
        writeln!(svg, "<text x=\"20\" y=\"{}\">Margin of points, first side minus second</text>", top + 14);
    for (i, &n) in count.iter().enumerate() {
        let h = n as f64 / most as f64 * 130.0;
        let x = 20.0 + i as f64 * 28.0;
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"26\" height=\"{h:.1}\" fill=\"#8a6d4f\"/>",
            base as f64 - h
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"20\" y=\"{y}\">{low}</text><text x=\"608\" y=\"{y}\" text-anchor=\"end\">{high}</text>",
        y = base + 16
    );
}

/// Draws, for each side, the mean and the best of every generation.
pub(crate) fn curves(title: &str, lines: &[(&str, &[(f64, f64)])]) -> String {
    const COLOURS: [&str; 4] = ["#3b5b7a", "#a65d4a", "#7c8f6a", "#8a6d4f"];
    let mut svg = sheet(title, 340);
    let longest = lines.iter().map(|l| l.1.len()).max().unwrap_or(1).max(2);
    let x = |i: usize| 40.0 + 570.0 * i as f64 / (longest - 1) as f64;
    let y = |v: f64| 280.0 - v.clamp(-0.3, 1.3) / 1.3 * 220.0;
    let _ = writeln!(svg, "<path d=\"M40 60V280H610\" stroke=\"#222\" fill=\"none\"/>");
    for (i, (name, scores)) in lines.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        for (k, dash) in ["", " stroke-dasharray=\"3 3\""].iter().enumerate() {
            let at = |s: &(f64, f64)| if k == 0 { s.0 } else { s.1 };
            let points: Vec<String> =
                scores.iter().enumerate().map(|(i, s)| format!("{:.1},{:.1}", x(i), y(at(s)))).collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" stroke=\"{colour}\" fill=\"none\"{dash}/>",
                points.join(" ")
            );
        }
        let at = 60 + i * 190;
        let name = escape(name);
        let _ =
            writeln!(svg, "<text x=\"{at}\" y=\"320\" fill=\"{colour}\">{name} (mean; dashed: best)</text>");
    }
    svg.push_str("</svg>\n");
    svg
}

/// Draws what was foretold (across) against what came (up).
pub(crate) fn dots(title: &str, points: &[(f64, f64)]) -> String {
    let mut svg = sheet(title, 420);
    let most = points.iter().fold(1.0, |m: f64, p| m.max(p.0.abs()).max(p.1.abs()));
    let _ = writeln!(svg, "<path d=\"M40 390L400 50\" stroke=\"#999\" fill=\"none\"/>");
    for (told, came) in points {
        let (x, y) = (220.0 + told / most * 180.0, 220.0 - came / most * 170.0);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"#3b5b7a\" fill-opacity=\"0.5\"/>"
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The head of a drawing of this height.
fn sheet(title: &str, height: usize) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 {height}\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n\
         <rect width=\"640\" height=\"{height}\" fill=\"#f7f2e6\"/>\n<text x=\"20\" y=\"30\" font-size=\"16\">{}</text>\n",
        escape(title)
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    #[test]
    fn curves_have_two_lines_a_side_and_dots_stay_on_the_sheet() {
        let svg = super::curves("training", &[("UN", &[(0.2, 0.5), (0.4, 0.9)]), ("Reds", &[(0.5, 0.6)])]);
        assert_eq!(svg.matches("<polyline").count(), 4);
        assert!(svg.contains("UN (mean"));
        let svg = super::dots("fit", &[(3.0, -3.0), (0.0, 0.0)]);
        assert!(svg.contains("cx=\"400.0\" cy=\"390.0\"") && svg.contains("cx=\"220.0\" cy=\"220.0\""));
    }

    #[test]
    fn a_chart_names_its_bars_and_escapes_them() {
        let svg = super::draw(
            "a < b",
            &[("officer", 0.75, 0.7, 0.8)],
            &[-3, 0, 5, 5],
            &[("idle".to_owned(), 0.0123)],
            &["a note".to_owned()],
        );
        assert!(svg.contains("a &lt; b") && svg.contains("officer") && svg.contains("75.0 %"));
        assert!(svg.contains("idle") && svg.contains("1.23 %") && svg.contains("a note"));
        assert_eq!(svg.matches("fill=\"#8a6d4f\"").count(), 21);
    }
}
