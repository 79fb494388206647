//! Matches on disk.
