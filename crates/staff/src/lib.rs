//! A staff officer's craft, shared by games with units on a map.
//!
//! A game describes its [`Theatre`] in the eyes of one side: units with place, strength, reach and role; places and what they
//! are worth; what an attack promises and what a stand may cost; where supply comes from. From that the craft makes
//! - the [`Outlook`]: threats, the enemy's ways that want barring, distances to goals and to the enemy;
//! - orders ([`Desk`]): posts are manned before anything else, then units gather for the attacks that promise most, then
//!   everybody else goes where it stands best;
//! - a [`Plan`] of these, with the genes that a search may decide otherwise.
//!
//! It knows no rule: what a unit can reach, what an attack comes to and what is lost by standing are the game's answers.

mod desk;
mod fields;
mod outlook;
mod plan;
mod stress;
mod theatre;

pub use desk::{Desk, Mover, Prospects, stand};
pub use fields::{FAR, downhill, lay, nearest, spread};
pub use outlook::Outlook;
pub use plan::{Part, Plan, bias};
pub use stress::{Stress, Weights};
pub use theatre::{Aim, Hand, HandOf, Id, Order, Role, Supply, Theatre};
