//! The words of every action for buttons and lists.

use crate::actions::{Action, Marker};
use crate::frames::Frame;
use crate::names::{Now, at, chit};
use crate::state::{AirId, PieceId};
use engine::scene::ActionKind;
use engine::{Count, Halves, Offer, Sentence, say};

/// How an action is offered.
pub(crate) fn offer(now: Now<'_>, action: Action) -> Offer {
    if let Some(offer) = monthly(now, action) {
        return offer;
    }
    weekly(now, action).or_else(|| activation(now, action)).unwrap_or_else(|| combat(now, action))
}

fn make(kind: ActionKind, rule: &'static str, label: Sentence) -> Offer {
    Offer::new(kind, rule, label)
}

fn value(now: Now<'_>, air: AirId) -> Sentence {
    say!("value {value}", value = now.game.value_now(now.state, air))
}

fn monthly(now: Now<'_>, action: Action) -> Option<Offer> {
    use ActionKind::{Add, Choose, Select};
    Some(match action {
        Action::RollIntervention => make(Choose, "fi 12.2", say!("Roll for intervention")).dice(),
        Action::AskAid => make(Choose, "fi 12.2.2", say!("Ask for foreign aid")),
        Action::Relieve { unit, marker } => {
            make(Choose, "fi 12.2.2", say!("Take {marker} off {unit}", marker, unit))
        }
        Action::Honour { unit } => make(Choose, "fi 12.2.2", say!("Make {unit} an elite unit", unit)),
        Action::Recall { unit } => make(Choose, "fi 12.2.2", say!("Recall {unit}", unit)),
        Action::Restore { air } => make(Choose, "fi 12.2.2", say!("Restore {air}", air)),
        Action::Intervene => make(Choose, "fi 12.2.1-china", say!("Intervene now")),
        Action::Infiltrate { unit } => {
            make(Select, "fi 12.2.1-infiltration", say!("{unit} infiltrates", unit))
        }
        Action::Place { unit, at } => make(Choose, "fi 13.1-boxes", say!("{unit} to {at}", unit, at)),
        Action::FlipHq { hq } => {
            let cost = now.game.flip_cost(now.state, hq);
            make(Choose, "fi 7.0b", say!("Make {hq} fresh", hq)).cost(say!("{cost} supply", cost))
        }
        Action::Repair { base, improved } => {
            let numbers = &now.game.data.numbers;
            let cost = now.game.priced(now.state, now.seat.0, numbers.repair[usize::from(improved)]);
            let label = if improved {
                say!("Repair an improved airfield in {base}", base)
            } else {
                say!("Repair an airfield in {base}", base)
            };
            make(Add, "fi 10.1-repair", label).cost(say!("{cost} supply", cost))
        }
        Action::Position { .. } => make(Add, "fi 6.2b", say!("Prepared position at")).spread(),
        Action::Trenches { .. } => make(Add, "fi 6.2c", say!("Trenches at")).spread(),
        Action::Supply { unit, marker } => make(Add, "fi 6.1b", say!("Rid {unit} of {marker}", unit, marker)),
        Action::Fleet { sea } => make(Choose, "fi 11.1", say!("The fleet to {sea}", sea)),
        Action::Commit { air, mission, base } => {
            let value = now.game.air_value(now.state, air, mission, base);
            make(Add, "fi 10.2-commit", say!("{air}: {mission} from {base}", air, mission, base))
                .note(say!("value {value}", value))
        }
        Action::Shoot { air, target } => {
            make(ActionKind::Attack, "fi 10.3.1-order", say!("{air} shoots at {target}", air, target))
                .note(value(now, air))
                .dice()
        }
        Action::TopCover { air } => make(Choose, "fi 10.3.1-lone", say!("{air} to Top Cover", air)),
        Action::Strike { mission } => make(Choose, "fi 10.3", say!("{mission} next", mission)).dice(),
        Action::Target { base } => {
            make(Choose, "fi 10.3.3", say!("Strike the airfields of {base}", base)).dice()
        }
        Action::Bomb { .. } => make(Choose, "fi 10.3.4-hex", say!("Atomic bomb on")).spread(),
        Action::Hit { improved } if improved => make(Choose, "fi 10.3.3", say!("An improved airfield")),
        Action::Hit { .. } => make(Choose, "fi 10.3.3", say!("A plain airfield")),
        Action::Lose { air } => make(Choose, "fi 10.3.3", say!("Lose {air}", air)),
        Action::Done => done(now),
        _ => return None,
    })
}

/// What it means to be done: it ends a phase, or leaves a question with nothing more.
fn done(now: Now<'_>) -> Offer {
    use crate::moves::Kind;
    use ActionKind::{Done, EndPhase};
    let hq = now.state.act.hq;
    let Some(frame) = now.state.frames.last() else { return make(Done, "fi 3.0", say!("Done")) };
    match frame {
        Frame::Foreign(_) => make(Done, "fi 12.2", say!("Ask for nothing")),
        Frame::ChinaChoice(_) => make(Done, "fi 12.2.1-china", say!("Wait")),
        Frame::Aid(_) => make(Done, "fi 12.2.2", say!("No more of this aid")),
        Frame::FlipHqs(_) => make(Done, "fi 7.0b", say!("No more headquarters")),
        Frame::Buy(_) => make(Done, "fi 7.0", say!("Buy nothing more")),
        Frame::Honours(_) => make(Done, "fi 14.4-elite", say!("Nobody more")),
        Frame::CommitAir(_) => make(EndPhase, "fi 10.2-commit", say!("The other aircraft stay")),
        Frame::AirFight(_) => make(Done, "fi 10.3.1-order", say!("Hold fire")),
        Frame::LoneAlley(_) => make(Done, "fi 10.3.1-lone", say!("The others stay in MiG Alley")),
        Frame::Mission(_) => make(Done, "fi 10.3", say!("Drop no bomb")),
        Frame::FleetMove(_) => make(Done, "fi 11.1", say!("The fleet stays")),
        Frame::Invasion(_) => make(Done, "fi 11.3.1-once", say!("Not now")),
        Frame::Landing(_) => make(Done, "fi 11.3.1-bombard", say!("No more bombardment")),
        Frame::Evacuation(_) => make(Done, "fi 11.3.2", say!("Evacuate nobody more")),
        Frame::Arrivals(_) => make(Done, "fi 13.1-boxes", say!("Everybody is in place")),
        Frame::Rebuilding(_) => make(Done, "fi 13.2", say!("Rebuild nothing more")),
        Frame::March(march) if march.unit.is_some() => make(Done, "fi 4.8-move", say!("Stay here")),
        Frame::March(_) => make(EndPhase, "fi 4.8-move", say!("End strategic moves")),
        Frame::Flip(_) | Frame::Interdict(_) => make(Done, "fi 10.4.2", say!("Let them pass")),
        Frame::Intercept(_) => make(Done, "fi 10.4.1-intercept", say!("Hold fire")),
        Frame::ChooseHq(_) => make(EndPhase, "fi 9.2", say!("End the player turn")),
        Frame::ChooseUnits(_) => make(Done, "fi 4.4-range", say!("These are all")),
        Frame::Movers(movers) => match movers.kind {
            Kind::Initial => make(Done, "fi 4.1-initial", say!("No more moves: on to the combats")),
            Kind::Reserve => make(Done, "fi 4.6-hq", say!("The reserve stands")),
            _ => make(Done, "fi 4.7-early", say!("Nobody goes on")),
        },
        Frame::Moving(_) => make(Done, "fi 4.1-initial", say!("It stays here")),
        Frame::Reserve(reserve) if reserve.stage == 4 => make(Done, "fi 4.4-refresh", say!("It stays spent")),
        Frame::Reserve(_) => make(Done, "fi 4.6-hq", say!("No reserve")),
        Frame::HqEnd(_) => make(Done, "fi 4.1-hq", say!("{hq} stays as it is", hq)),
        Frame::Supporting(_) => make(Done, "fi 5.3.1-formula", say!("No more support")),
        Frame::Rerolls(_) => make(Done, "fi 6.1a", say!("Let the dice lie")),
        Frame::Invoking(_) => make(Done, "fi 8.3-invoke", say!("No more markers count")),
        Frame::Snafu(_) => make(Done, "fi 6.1-place", say!("Place no more")),
        Frame::Advancing(_) => make(Done, "fi 5.7", say!("Nobody advances")),
        Frame::Scrap(_) => make(Done, "fi 3.0-scrap", say!("Break up nobody more")),
        _ => make(Done, "fi 3.0", say!("Done")),
    }
}

fn weekly(now: Now<'_>, action: Action) -> Option<Offer> {
    use ActionKind::{Add, Choose, Select};
    Some(match action {
        Action::Invade { port } => make(Choose, "fi 11.3.1-once", say!("Invade at {port}", port = at(port))),
        Action::Embark { unit } => make(Add, "fi 11.3.1-once", say!("Embark {unit}", unit)),
        Action::Launch => make(Choose, "fi 11.3.1-once", say!("Land")),
        Action::Bombard { unit } => {
            let level = now.state.bombardment;
            make(ActionKind::Attack, "fi 11.3.1-bombard", say!("Bombard {unit}", unit))
                .note(say!("hits on {level} or less", level))
                .dice()
        }
        Action::Evacuate { unit, at } => make(Choose, "fi 11.3.2", say!("{unit} to {at}", unit, at)),
        Action::Rebuild { unit, pool } => {
            make(Choose, "fi 13.2", say!("Rebuild {unit} with a {pool} point", unit, pool))
        }
        Action::Sacrifice { unit } => make(Choose, "fi 13.2", say!("Give up {unit}", unit)),
        Action::March { unit } => make(Select, "fi 4.8-who", say!("{unit} marches", unit)),
        Action::Drop { .. } => make(ActionKind::Move, "fi 14.3", say!("Drop the 187th on")).spread(),
        Action::Interdict { air } => {
            make(Choose, "fi 10.4.2", say!("Interdict with {air}", air)).note(value(now, air)).dice()
        }
        Action::Harass { air, unit } => {
            make(Choose, "fi 10.4.2", say!("{air} against {unit}", air, unit)).note(value(now, air)).dice()
        }
        _ => return None,
    })
}

fn activation(now: Now<'_>, action: Action) -> Option<Offer> {
    use ActionKind::{Add, Choose, Select};
    Some(match action {
        Action::Activate { hq } => make(Select, "fi 9.2", say!("Activate {hq}", hq)),
        Action::TaskForce { pool, .. } => {
            make(Choose, "fi 14.2-create", say!("For a {pool} point, task force at", pool)).spread()
        }
        Action::Add { unit } => make(Add, "fi 4.4-range", say!("{unit} takes part", unit)),
        Action::Clear { unit, marker } => {
            make(Add, "fi 6.2-removal", say!("Rid {unit} of {marker}", unit, marker))
        }
        Action::Move { unit } => make(Select, "fi 4.1-initial", say!("{unit} moves", unit)),
        Action::To { .. } => make(ActionKind::Move, "fi 4.1-initial", say!("To")).spread(),
        Action::Least { .. } => make(ActionKind::Move, "fi 4.1-least", say!("One step to")).spread(),
        Action::Declare { kind, .. } => {
            let cost = now.game.declaration_cost(now.state, now.state.act.mover, kind);
            make(ActionKind::Attack, "fi 4.5-cost", say!("{kind} on", kind))
                .cost(say!("{mp} MP", mp = Halves(cost.into())))
                .dice()
                .spread()
        }
        Action::Chit { chit: number } => {
            let c = &now.game.data.chits[usize::from(number)];
            let label = say!(
                "{chit}: D{die}, modifier {modifier}, exploitation {advance}",
                chit = chit(number),
                die = c.die,
                modifier = c.modifier,
                advance = c.advance
            );
            make(Choose, "fi 14.6-chits", label)
        }
        Action::Refresh => {
            let reserve = now.state.act.reserve;
            let hq: PieceId = if reserve.is_some() && now.game.unit(reserve).side == now.seat.0 {
                reserve
            } else {
                now.state.act.hq
            };
            let cost = now.game.refresh_cost(now.state, hq);
            make(Choose, "fi 4.4-refresh", say!("Refresh {hq}", hq)).cost(say!("{cost} supply", cost))
        }
        _ => return None,
    })
}

/// 6.1 What a SNAFU marker does.
fn meaning(marker: Marker) -> Sentence {
    match marker {
        Marker::Great => say!("its owner may have its die rolled again"),
        Marker::Incompetent => say!("the enemy may have its die rolled again"),
        Marker::Fuel => say!("half its tanks when it leads"),
        Marker::FuelOut => say!("no tanks when it leads"),
        Marker::Ammo => say!("half its artillery when it leads"),
        _ => say!("no artillery when it leads"),
    }
}

fn combat(now: Now<'_>, action: Action) -> Offer {
    use ActionKind::{Add, Choose, Select};
    match action {
        Action::Fight { hex } => make(Select, "fi 5.2", say!("Fight for {hex}", hex = at(hex))).dice(),
        Action::Defend { unit } => make(Choose, "fi 4.2", say!("{unit} defends", unit)),
        Action::Everything => {
            make(Add, "fi 5.3.1-formula", say!("All adjacent units, tanks, guns and ships"))
        }
        Action::Support { unit } => make(Add, "fi 5.3.3-who", say!("{unit} supports", unit)),
        Action::Tank { count: Count(most) } => {
            make(Add, "fi 5.3.1-formula", say!("Tanks, up to {most}", most))
        }
        Action::Artillery { count: Count(most) } => {
            make(Add, "fi 5.3.1-formula", say!("Artillery, up to {most}", most))
        }
        Action::Guns { count: Count(most) } => {
            make(Add, "fi 5.3.2-bombardment", say!("Naval guns, up to {most}", most))
        }
        Action::Road => make(Add, "fi 5.3.1-road", say!("Tanks come by road")).cost(say!("1 tank level")),
        Action::Fly { air } => {
            make(Add, "fi 10.4.3-use", say!("{air} supports", air)).note(value(now, air)).dice()
        }
        Action::Roll { ten: true } => make(Choose, "fi 5.4.1-fresh", say!("Roll a D10 and be spent")),
        Action::Roll { .. } => make(Choose, "fi 5.4.1-fresh", say!("Roll a D6 and stay fresh")),
        Action::Reroll { unit } => make(Choose, "fi 6.1a", say!("Roll again by {unit}", unit)),
        Action::Quality { unit } => make(Choose, "fi 5.4.2-natural", say!("{unit} gets the marker", unit)),
        Action::Invoke { unit } => make(Choose, "fi 8.3-invoke", say!("The marker of {unit} counts", unit)),
        Action::Count { good: true } => make(Choose, "fi 5.4.2-kinds", say!("The elite marker counts")),
        Action::Count { .. } => make(Choose, "fi 5.4.2-kinds", say!("The poor marker counts")),
        Action::Snafu { marker, unit } => {
            make(Choose, "fi 6.1-place", say!("{marker} on {unit}", marker, unit)).note(meaning(marker))
        }
        Action::Forfeit { pool } => make(Choose, "fi 5.5", say!("A {pool} point", pool)),
        Action::Retreat { unit, hex } => {
            make(ActionKind::Step, "fi 5.6-retreat", say!("{unit} goes back to {hex}", unit, hex = at(hex)))
        }
        Action::Eliminate { unit } => {
            make(Choose, "fi 5.6-losses", say!("Give up {unit}", unit)).note(say!("the unit is lost"))
        }
        Action::Replace { unit, pool } => {
            make(Choose, "fi 5.6-replacement", say!("A {pool} replacement for {unit}", pool, unit))
        }
        Action::Pay => make(Choose, "fi 5.6-points", say!("Pay a victory point")),
        Action::GiveUp => make(Choose, "fi 5.6-losses", say!("Give up everybody"))
            .note(say!("all units of this combat are lost")),
        Action::Advance { unit } => make(ActionKind::Move, "fi 5.7", say!("{unit} advances", unit)),
        Action::Remove { unit } => {
            make(ActionKind::Remove, "fi 4.2", say!("Remove {unit}", unit)).note(say!("the unit is lost"))
        }
        Action::Scrap { unit } => make(Choose, "fi 3.0-scrap", say!("Break up {unit}", unit)),
        Action::Claim => make(Choose, "fi 12.1.3-claim", say!("Claim revealed objectives")),
        Action::Uproot { hex } => {
            make(Choose, "fi 12.1.3-remove", say!("Take the objective at {hex} away", hex = at(hex)))
        }
        Action::Objective { .. } => make(Choose, "fi 12.1.3-place", say!("Objective on")).spread(),
        Action::Reveal => make(Choose, "fi 12.1.3-reveal", say!("Reveal objectives beside own units")),
        _ => make(Choose, "fi 3.0", say!("Choose")),
    }
}
