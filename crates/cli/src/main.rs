//! The program `parallel38`.

fn main() {}
