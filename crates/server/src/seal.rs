//! Saved games that nobody can look into: encrypted with a key of this server, so that a running game can be kept as a
//! file without telling what is hidden in it.

use crate::problem::Problem;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use engine::Record;
use flate2::Compression;
use flate2::read::GzDecoder;
use serde::{Deserialize, Serialize};
use std::io::Read;
use store::{Store, StoreError};

/// The name under which the key is kept.
const NAME: &str = "seal";
/// What the encryption also vouches for: that it is one of these files.
const PURPOSE: &[u8] = b"parallel38 saved game 1";
/// Sealed games are so long, or a multiple of it.
const PAGE: usize = 64 << 10;
/// The largest game that is unpacked.
const LARGEST: u64 = 64 << 20;

/// What is inside a sealed file.
#[derive(Serialize, Deserialize)]
pub(crate) struct Inside {
    pub(crate) record: Record,
    pub(crate) chairs: Vec<SavedChair>,
    #[serde(default)]
    pub(crate) orders: Vec<crate::keeping::SavedOrder>,
}

/// A chair of a saved game.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedChair {
    pub(crate) seats: String,
    pub(crate) kind: String,
    pub(crate) level: Option<String>,
    /// Hashes of the tokens, which work in the opened game as well.
    pub(crate) tokens: Vec<String>,
    /// Whether it was held by whoever saved the game.
    pub(crate) own: bool,
}

/// Seals and opens.
pub(crate) struct Seal(XChaCha20Poly1305);

impl Seal {
    /// The seal of the servers that share a database.
    pub(crate) async fn of(store: &Store) -> Result<Self, StoreError> {
        let mut fresh = [0; 32];
        getrandom::fill(&mut fresh).map_err(|_| StoreError::new("the system gives no random numbers"))?;
        let kept = store.secret(NAME, engine::dice::hex(&fresh)).await?;
        let key =
            engine::Seed::parse(&kept).map_err(|_| StoreError::new("the key of the seal can't be read"))?;
        Ok(Self(XChaCha20Poly1305::new(Key::from_slice(&key.0))))
    }

    /// Seals a game.
    pub(crate) fn close(&self, inside: &Inside) -> Result<String, Problem> {
        let cant = |_| Problem::internal("the game can't be sealed");
        let plain = serde_json::to_vec(inside).map_err(|_| Problem::internal("the game can't be written"))?;
        let mut packed = crate::guard::gzip(&plain, Compression::new(6)).unwrap_or_default();
        // How long it is must not tell how much was decided in secret; what follows the packed part is not read.
        packed.resize(packed.len().next_multiple_of(PAGE), 0);
        let mut nonce = [0; 24];
        getrandom::fill(&mut nonce).map_err(|_| Problem::internal("the system gives no random numbers"))?;
        let payload = Payload { msg: &packed, aad: PURPOSE };
        let sealed = self.0.encrypt(XNonce::from_slice(&nonce), payload).map_err(cant)?;
        Ok(STANDARD.encode([&nonce[..], &sealed].concat()))
    }

    /// Opens a game that this server sealed.
    pub(crate) fn open(&self, sealed: &str) -> Result<Inside, Problem> {
        let foreign = || {
            Problem::unprocessable(
                "bad-seal",
                "this saved game was sealed by another server, or changed since",
            )
        };
        let bytes = STANDARD.decode(sealed).map_err(|_| foreign())?;
        let (nonce, rest) = bytes.split_at_checked(24).ok_or_else(foreign)?;
        let payload = Payload { msg: rest, aad: PURPOSE };
        let packed = self.0.decrypt(XNonce::from_slice(nonce), payload).map_err(|_| foreign())?;
        let mut plain = Vec::new();
        GzDecoder::new(&packed[..]).take(LARGEST).read_to_end(&mut plain).map_err(|_| foreign())?;
        serde_json::from_slice(&plain)
            .map_err(|e| Problem::unprocessable("bad-record", format!("the saved game can't be read: {e}")))
    }
}
