//! Grid facts that the five games' maps rest on.

use board::{Direction, GridSpec, HexGrid, HexId, Notch, Numbering, Parity, Span, Top};

fn grid(top: Top, pattern: &str, columns: Span, rows: Span, shifted: Parity) -> HexGrid {
    let numbering = Numbering::from_pattern(pattern).unwrap();
    HexGrid::new(GridSpec { top, numbering, columns, rows, shifted, notches: vec![] }).unwrap()
}

/// The sheet of Chosin: rows north to south, columns east to west, the north-west cut out.
fn chosin() -> HexGrid {
    HexGrid::new(GridSpec {
        top: Top::Pointed,
        numbering: Numbering::from_pattern("RRCC").unwrap(),
        columns: Span::reversed(1, 34),
        rows: Span::new(5, 61),
        shifted: Parity::Even,
        notches: vec![Notch { columns: (24, 34), rows: (5, 28) }],
    })
    .unwrap()
}

fn distance(grid: &HexGrid, a: &str, b: &str) -> u32 {
    grid.distance(grid.hex(a).unwrap(), grid.hex(b).unwrap())
}

fn neighbours(grid: &HexGrid, hex: &str) -> Vec<String> {
    let hex = grid.hex(hex).unwrap();
    let there = grid.neighbours(hex).iter().filter(|hex| hex.is_some());
    there.map(|hex| grid.label(*hex).to_string()).collect()
}

#[test]
fn korean_battles_chosin_counts_1601_three_from_1903() {
    let flat = grid(Top::Flat, "CCRR", Span::new(1, 19), Span::new(1, 12), Parity::Even);
    // The same sheet read with its rows as lines gives the same neighbourhood.
    let pointed = grid(Top::Pointed, "RRCC", Span::reversed(1, 12), Span::new(1, 19), Parity::Even);
    for grid in [flat, pointed] {
        assert_eq!(distance(&grid, "1601", "1903"), 3);
        let centre = grid.hex("1903").unwrap();
        let edge: Vec<String> = grid
            .hexes()
            .filter(|hex| grid.distance(centre, *hex) <= 3)
            .filter(|hex| {
                let label = grid.label(*hex).to_string();
                label.starts_with("19") || label.ends_with("01")
            })
            .map(|hex| grid.label(hex).to_string())
            .collect();
        assert_eq!(edge, ["1601", "1701", "1801", "1901", "1902", "1903", "1904", "1905", "1906"]);
    }
}

#[test]
fn korean_battles_three_pusan_hexes_touch_each_other() {
    let grid = grid(Top::Flat, "CCRR", Span::new(1, 37), Span::new(1, 21), Parity::Even);
    for (a, b) in [("0215", "0216"), ("0216", "0316"), ("0215", "0316")] {
        assert_eq!(distance(&grid, a, b), 1, "{a} {b}");
    }
    assert_eq!(neighbours(&grid, "0302"), ["0301", "0401", "0402", "0303", "0202", "0201"]);
    assert_eq!(neighbours(&grid, "0402"), ["0401", "0502", "0503", "0403", "0303", "0302"]);
}

#[test]
fn chosin_hexes_touch_and_measure_as_the_book_says() {
    let grid = chosin();
    for (a, b, steps) in [("3511", "3410", 1), ("1618", "1321", 4), ("1618", "1417", 2), ("2017", "2317", 3)]
    {
        assert_eq!(distance(&grid, a, b), steps, "{a} {b}");
    }
    // NE, E, SE, SW, W, NW; columns grow to the west.
    assert_eq!(neighbours(&grid, "3511"), ["3410", "3510", "3610", "3611", "3512", "3411"]);
    assert_eq!(neighbours(&grid, "3410"), ["3310", "3409", "3510", "3511", "3411", "3311"]);
    assert_eq!(grid.len(), 24 * 23 + 33 * 34);
    assert!(grid.hex("2824").is_none());
    assert!(grid.hex("2924").is_some());
}

#[test]
fn conflict_korea_odd_columns_stand_lower() {
    let grid = grid(Top::Flat, "x,y", Span::new(0, 39), Span::new(0, 69), Parity::Odd);
    assert_eq!(grid.len(), 2800);
    assert_eq!(neighbours(&grid, "14,40"), ["14,39", "15,39", "15,40", "14,41", "13,40", "13,39"]);
    assert_eq!(neighbours(&grid, "9,17"), ["9,16", "10,17", "10,18", "9,18", "8,18", "8,17"]);
    assert_eq!(grid.label(grid.hex("0,22").unwrap()).to_string(), "0,22");
}

#[test]
fn fire_and_ice_columns_are_staggered_along_the_parallel() {
    let grid = grid(Top::Flat, "CCRR", Span::new(1, 48), Span::new(1, 78), Parity::Even);
    assert_eq!(distance(&grid, "2377", "2476"), 1);
    assert_eq!(neighbours(&grid, "2143"), ["2142", "2242", "2243", "2144", "2043", "2042"]);
}

#[test]
fn ids_follow_the_printed_numbers() {
    let grid = chosin();
    let labels: Vec<String> = grid.hexes().map(|hex| grid.label(hex).to_string()).collect();
    assert!(labels.windows(2).all(|pair| pair[0] < pair[1]));
    for hex in grid.hexes() {
        assert_eq!(grid.hex(&grid.label(hex).to_string()), Some(hex));
    }
    for nonsense in ["", "1", "16180", "16-8", "1 18", "+618", "９９99", "9999"] {
        assert_eq!(grid.hex(nonsense), None, "{nonsense}");
    }
}

#[test]
fn every_kind_of_grid_is_consistent_with_its_picture() {
    for top in [Top::Flat, Top::Pointed] {
        for pattern in ["CCRR", "RRCC", "C,R", "R.C"] {
            for columns in [Span::new(1, 7), Span::reversed(2, 9)] {
                for rows in [Span::new(0, 6), Span::reversed(1, 8)] {
                    for shifted in [Parity::Odd, Parity::Even] {
                        check_picture(&grid(top, pattern, columns, rows, shifted));
                    }
                }
            }
        }
    }
}

fn check_picture(grid: &HexGrid) {
    let (width, height) = grid.size();
    for hex in grid.hexes() {
        let (x, y) = grid.centre(hex);
        assert_eq!(grid.hex_at_point(x, y), Some(hex));
        let (q, r) = grid.axial(hex);
        assert_eq!(grid.hex_at_axial(q, r), Some(hex));
        for (cx, cy) in grid.corners(hex) {
            assert!(cx > -1e-9 && cy > -1e-9 && cx < width + 1e-9 && cy < height + 1e-9);
            assert_eq!(grid.hex_at_point(x + 0.9 * (cx - x), y + 0.9 * (cy - y)), Some(hex));
        }
        for direction in Direction::ALL {
            let Some(next) = grid.neighbour(hex, direction) else { continue };
            assert_eq!(grid.neighbour(next, direction.opposite()), Some(hex));
            assert_eq!(grid.direction(hex, next), Some(direction));
            check_shared_side(grid, hex, next, direction);
        }
    }
    let touching = |a: HexId, b: HexId| {
        let ((ax, ay), (bx, by)) = (grid.centre(a), grid.centre(b));
        ((ax - bx).hypot(ay - by) - 1.0).abs() < 1e-9
    };
    for a in grid.hexes() {
        for b in grid.hexes() {
            assert_eq!(touching(a, b), grid.distance(a, b) == 1);
            assert_eq!(touching(a, b), grid.neighbours(a).contains(&b));
        }
    }
}

fn check_shared_side(grid: &HexGrid, hex: HexId, next: HexId, direction: Direction) {
    let side = |hex, direction: Direction| {
        let corners = grid.corners(hex);
        (corners[direction.index()], corners[direction.clockwise(1).index()])
    };
    let (mine, theirs) = (side(hex, direction), side(next, direction.opposite()));
    let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1) < 1e-9;
    assert!(near(mine.0, theirs.1) && near(mine.1, theirs.0));
}
