//! What the suite, the table and the reference game promise.

mod contract;
mod faults;
mod protocol;
