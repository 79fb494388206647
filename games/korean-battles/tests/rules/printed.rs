//! The printed combat table, kept apart from the game's own reading of its data.

/// Result of each die (row) and column.
const RESULTS: [[&str; 12]; 6] = [
    ["(A)", "A3", "A2", ".", "Ex", "Ex", "D2", "D2", "D2", "D3", "De", "De"],
    ["(A)", "(A)", "A3", "A2", ".", "Ex", "Ex", "Ex", "D2", "D2", "D3", "De"],
    ["(A)", "(A)", "(A)", "A3", "A2", ".", "Ex", "Ex", "Ex", "D2", "D2", "D3"],
    ["(A)", "(A)", "(A)", "(A)", "A3", "A2", ".", "Ex", "Ex", "Ex", "D2", "D2"],
    ["Ae", "(A)", "(A)", "(A)", "(A)", "A3", "A2", ".", "Ex", "Ex", "Ex", "D2"],
    ["Ae", "Ae", "(A)", "(A)", "(A)", "(A)", "(A)", "A1", ".", "Ex", "Ex", "Ex"],
];

/// The result column of a differential with a terrain's shift to the left.
fn column(differential: i32, shift: i32) -> i32 {
    let base = match differential {
        d if d <= -5 => 1,
        d if d <= 1 => d + 6,
        d if d <= 9 => 8 + (d - 2) / 2,
        _ => 12,
    };
    (base - shift).max(1)
}
/// What the printed table says.
pub(crate) fn column_result(differential: i32, shift: i32, die: usize) -> &'static str {
    RESULTS[die - 1][column(differential, shift) as usize - 1]
}
