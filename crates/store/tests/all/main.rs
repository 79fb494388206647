//! Matches in a real SQLite file.

mod common;
mod keeping;
mod sqlite;
