//! HTTP: matches, updates, the client.
