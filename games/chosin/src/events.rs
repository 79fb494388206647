//! 3.0 Random events: which there are. The order is that of the file, which `load` checks.

/// An event of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    BugOut,
    MoraleCracks,
    Refugees,
    Disease,
    BadWeather,
    Blizzard,
    NoCommunications,
    Redeployed,
    MoreTroops,
    EighthArmy,
    MoreHordes,
    UnRallies,
    RunningDogs,
    Yalu,
}

impl Event {
    pub(crate) const ALL: [(Event, &'static str); 14] = [
        (Event::BugOut, "bug-out"),
        (Event::MoraleCracks, "morale-cracks"),
        (Event::Refugees, "refugees"),
        (Event::Disease, "disease"),
        (Event::BadWeather, "bad-weather"),
        (Event::Blizzard, "blizzard"),
        (Event::NoCommunications, "no-communications"),
        (Event::Redeployed, "redeployed"),
        (Event::MoreTroops, "more-troops"),
        (Event::EighthArmy, "eighth-army"),
        (Event::MoreHordes, "more-hordes"),
        (Event::UnRallies, "un-rallies"),
        (Event::RunningDogs, "running-dogs"),
        (Event::Yalu, "yalu"),
    ];
}
