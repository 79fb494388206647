//! The store on SQLite: what is written is found again, and a number is given once.

use crate::common::{Scratch, act, begun, moment};
use store::{Appended, Entry, Kind, NewMatch, Store};

#[tokio::test]
async fn what_is_written_is_found_after_reopening() {
    let scratch = Scratch::new("reopen");
    let store = Store::open(&scratch.url()).await.unwrap();
    store.create(begun("m1")).await.unwrap();
    assert_eq!(store.append("m1", act(1, "move", Some("k1"))).await.unwrap(), Appended::Done);
    let undo = Entry { kind: Kind::Undo, seq: 2, ..act(2, "", None) };
    assert_eq!(store.append("m1", undo.clone()).await.unwrap(), Appended::Done);
    store.close().await;
    assert!(store.append("m1", act(3, "late", None)).await.is_err());

    let store = Store::open(&scratch.url()).await.unwrap();
    let found = store.load("m1").await.unwrap().unwrap();
    assert_eq!(found.begun.chairs, begun("m1").chairs);
    assert_eq!(found.begun.entries, [act(1, "move", Some("k1")), undo.clone()]);
    assert_eq!(store.entries("m1", 1).await.unwrap(), [undo]);
    assert_eq!(store.by_token("hash-m1").await.unwrap(), ["m1"]);
    assert_eq!(store.load("m2").await.unwrap(), None);
    store.archive("m1", "{}".to_owned(), 9).await.unwrap();
    assert_eq!(store.load("m1").await.unwrap().unwrap().archived, Some(9));
    assert_eq!(store.archived_record("m1").await.unwrap().as_deref(), Some("{}"));
    assert_eq!(store.count_open().await.unwrap(), 0);
    store.close().await;
}

#[tokio::test]
async fn a_number_and_a_key_are_given_once() {
    let scratch = Scratch::new("once");
    let store = Store::open(&scratch.url()).await.unwrap();
    store.create(begun("m1")).await.unwrap();
    let both = tokio::join!(
        store.append("m1", act(1, "a", Some("ka"))),
        store.append("m1", act(1, "b", Some("kb")))
    );
    let mut answers = [both.0.unwrap(), both.1.unwrap()];
    answers.sort_by_key(|a| *a == Appended::Taken);
    assert_eq!(answers, [Appended::Done, Appended::Taken]);
    let first = store.entries("m1", 0).await.unwrap();
    assert_eq!(first.len(), 1);
    let again = act(2, "a", first[0].key.as_deref());
    assert_eq!(store.append("m1", again).await.unwrap(), Appended::Taken);
    assert!(store.create(begun("m1")).await.is_err());
    store.close().await;
}

#[tokio::test]
async fn appends_of_many_matches_share_transactions() {
    let scratch = Scratch::new("group");
    let store = Store::open(&scratch.url()).await.unwrap();
    for i in 0..50 {
        store.create(begun(&format!("m{i}"))).await.unwrap();
    }
    let (before, ..) = store.group_commits();
    let mut tasks = Vec::new();
    for i in 0..50 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            for seq in 1..=20 {
                let answer = store.append(&format!("m{i}"), act(seq, "move", None)).await.unwrap();
                assert_eq!(answer, Appended::Done);
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let (after, ..) = store.group_commits();
    assert!(after - before < 500, "1,000 appends took {} transactions", after - before);
    store.close().await;
}

#[tokio::test]
async fn one_that_is_taken_spoils_no_other_in_its_transaction() {
    let scratch = Scratch::new("spoil");
    let store = Store::open(&scratch.url()).await.unwrap();
    for id in ["m1", "m2", "m3"] {
        store.create(begun(id)).await.unwrap();
    }
    store.append("m2", act(1, "first \"quoted\" \u{e9}\n", Some("k"))).await.unwrap();
    let imported = NewMatch { entries: vec![act(1, "a", None), act(2, "b", None)], ..begun("m4") };
    let (one, taken, three, nobody, made) = tokio::join!(
        store.append("m1", act(1, "move", None)),
        store.append("m2", act(1, "late", None)),
        store.append("m3", act(1, "move", None)),
        store.append("nobody", act(1, "move", None)),
        store.create(imported),
    );
    assert_eq!(
        (one.unwrap(), taken.unwrap(), three.unwrap()),
        (Appended::Done, Appended::Taken, Appended::Done)
    );
    assert!(nobody.unwrap_err().unchanged);
    made.unwrap();
    assert_eq!(store.entries("m4", 0).await.unwrap().len(), 2);
    assert_eq!(store.entries("m2", 0).await.unwrap()[0].text, "first \"quoted\" \u{e9}\n");
    assert_eq!(store.entries("m3", 0).await.unwrap().len(), 1);
    store.close().await;
}

#[tokio::test]
async fn an_invitation_works_once_and_tokens_can_be_taken_back() {
    let scratch = Scratch::new("invite");
    let store = Store::open(&scratch.url()).await.unwrap();
    let mut new = begun("m1");
    new.chairs[0].invite = Some("invite".to_owned());
    store.create(new).await.unwrap();
    assert!(!store.join("m1", "another".to_owned(), "t1".to_owned()).await.unwrap());
    assert!(store.join("m1", "invite".to_owned(), "t1".to_owned()).await.unwrap());
    assert!(!store.join("m1", "invite".to_owned(), "t2".to_owned()).await.unwrap());
    assert_eq!(store.by_token("t1").await.unwrap(), ["m1"]);
    store.invite("m1", 0, "again".to_owned()).await.unwrap();
    assert_eq!(store.chairs("m1").await.unwrap()[0].invite.as_deref(), Some("again"));
    store.revoke("m1", 0, vec!["t1".to_owned()]).await.unwrap();
    assert_eq!(store.keys("m1").await.unwrap(), [(0, "t1".to_owned())]);
    assert!(!store.join("m1", "again".to_owned(), "t3".to_owned()).await.unwrap());
    store.close().await;
}

#[tokio::test]
async fn the_last_moment_before_an_entry_or_an_action_is_found_by_its_maker_alone() {
    let scratch = Scratch::new("moments");
    let store = Store::open(&scratch.url()).await.unwrap();
    store.create(begun("m1")).await.unwrap();
    for length in [256, 512, 768] {
        store.keep("m1", moment(length, "me"));
    }
    store.keep("nobody", moment(256, "me"));
    // Whatever is asked for after it is answered after it.
    store.probe(1).await.unwrap();
    let by_entry = async |seq| store.kept_by_entry("m1", "me", seq).await.unwrap().map(|k| k.length);
    assert_eq!((by_entry(265).await, by_entry(266).await), (None, Some(256)));
    assert_eq!(by_entry(u64::MAX).await, Some(768));
    let by_length = async |most| store.kept_by_length("m1", "me", most).await.unwrap().map(|k| k.length);
    assert_eq!((by_length(255).await, by_length(767).await), (None, Some(512)));
    assert_eq!(store.kept_by_length("m1", "another", 999).await.unwrap(), None);
    // Another program's takes its place.
    store.keep("m1", moment(512, "another"));
    store.probe(2).await.unwrap();
    assert_eq!(by_length(767).await, Some(256));
    assert_eq!(store.kept_by_length("m1", "another", 999).await.unwrap(), Some(moment(512, "another")));
    assert!(store.remove("m1").await.unwrap());
    assert_eq!(store.kept_by_length("m1", "another", 999).await.unwrap(), None);
    store.close().await;
}

#[tokio::test]
async fn unplayed_matches_are_found_and_removed() {
    let scratch = Scratch::new("unplayed");
    let store = Store::open(&scratch.url()).await.unwrap();
    store.create(begun("played")).await.unwrap();
    store.append("played", act(1, "move", None)).await.unwrap();
    store.create(begun("unplayed")).await.unwrap();
    store.create(NewMatch { created: 99, ..begun("young") }).await.unwrap();
    assert_eq!(store.unplayed(50).await.unwrap(), ["unplayed"]);
    assert!(store.remove("unplayed").await.unwrap());
    assert!(!store.remove("unplayed").await.unwrap());
    assert!(store.remove("played").await.unwrap());
    let left: Vec<_> = store.list().await.unwrap().into_iter().map(|m| (m.id, m.entries)).collect();
    assert_eq!(left, [("young".to_owned(), 0)]);
    assert_eq!(store.by_token("hash-unplayed").await.unwrap(), [] as [&str; 0]);
    store.close().await;
}

#[tokio::test]
async fn a_wrong_address_is_one_sentence_without_the_password() {
    let error = Store::open("mysql://kim:secret@host/db").await.err().unwrap();
    assert_eq!(
        error.to_string(),
        "a database is sqlite://FILE or postgres://USER@HOST/NAME, not \"mysql://kim@host/db\""
    );
}
