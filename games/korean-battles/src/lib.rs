//! Korean Battles: Pusan Perimeter, Inchon, The Chosin Few.
