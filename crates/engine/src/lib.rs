//! The contract every game fulfils.
