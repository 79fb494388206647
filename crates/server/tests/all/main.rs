//! The server from outside: over real connections, with real databases.

mod computers;
mod keeping;
#[cfg(unix)]
mod kill;
mod lifecycle;
mod limits;
mod long;
mod playing;
mod postgres;
mod secrets;
mod support;
mod trouble;
mod trust;
mod worlds;
