//! Korean: 6.25 War.
