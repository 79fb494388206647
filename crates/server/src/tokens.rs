//! Secrets: 192 random bits, handed out once, kept as a hash.

use crate::problem::Problem;
use axum::http::{HeaderMap, StatusCode, header};
use engine::Seed;
use sha2::{Digest, Sha256};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// The most tokens in one request.
const MOST_TOKENS: usize = 200;

fn letters<const N: usize>() -> Result<String, Problem> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| no_chance())?;
    Ok(bytes.iter().map(|b| LETTERS[usize::from(b & 63)] as char).collect())
}

fn no_chance() -> Problem {
    Problem::internal("the system gives no random numbers")
}

/// A new secret: 32 letters of 6 bits.
pub(crate) fn token() -> Result<String, Problem> {
    letters::<32>()
}

/// A new match's id: 72 bits, so that it can't be guessed either.
pub(crate) fn match_id() -> Result<String, Problem> {
    letters::<12>()
}

/// A new seed for the dice.
pub(crate) fn seed() -> Result<Seed, Problem> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| no_chance())?;
    Ok(Seed(bytes))
}

/// A random number for a computer's thinking.
pub(crate) fn number() -> u64 {
    let mut bytes = [0; 8];
    let _ = getrandom::fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

/// What is kept of a secret.
pub(crate) fn hash(token: &str) -> String {
    engine::dice::hex(&Sha256::digest(token))
}

/// The hashes of the tokens in `Authorization: Bearer`; several have commas between them.
pub(crate) fn bearer(headers: &HeaderMap) -> Result<Vec<String>, Problem> {
    let missing = || {
        Problem::new(
            StatusCode::UNAUTHORIZED,
            "no-token",
            "this needs the token of a chair or of a spectator, as \"Authorization: Bearer TOKEN\"",
        )
    };
    let value = headers.get(header::AUTHORIZATION).ok_or_else(missing)?;
    let value = value.to_str().map_err(|_| missing())?;
    let tokens =
        value.strip_prefix("Bearer ").or_else(|| value.strip_prefix("bearer ")).ok_or_else(missing)?;
    let hashes: Vec<_> =
        tokens.split(',').map(str::trim).filter(|t| !t.is_empty()).take(MOST_TOKENS).map(hash).collect();
    if hashes.is_empty() { Err(missing()) } else { Ok(hashes) }
}
