//! Merges pieces of records in memory, as a store does on disk.

use crate::laws::bytes::{Bytes, Choices};
use crate::laws::committed;
use crate::laws::kinds::{knowledge_of, lie, piece};
use crate::laws::knowledge::{Knowledge, add};
use std::path::Path;
use std::sync::LazyLock;
use tait_store::{Conflict, Record};

/// Records with several parts, each with its name.
static WHOLES: LazyLock<Vec<(&'static Path, Record)>> = LazyLock::new(committed::named);

/// Takes some pieces of a record, from bytes that first choose the record and then the pieces.
///
/// Merged in either order, the pieces make a record that is right and says what any of them says, and nothing more. A
/// piece that is merged again adds nothing. A record that contradicts what they say is refused, whichever comes first.
pub fn merges(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (name, whole) = &WHOLES[bytes.below(WHOLES.len() as u64) as usize];
    let count = 2 + bytes.below(3);
    let lie = bytes.one_in(4).then(|| lie(whole, &mut bytes)).flatten();
    // A check costs more than all the rest.
    let is_checked = bytes.one_in(8);
    let pieces: Vec<Record> = (0..count)
        .filter_map(|_| piece(whole, &mut bytes))
        .filter(|piece| is_beside(whole, piece))
        .collect();
    let mut known = Knowledge::new();
    pieces
        .iter()
        .for_each(|piece| add(&mut known, knowledge_of(piece)));
    let forwards = together(pieces.iter(), name);
    let backwards = together(pieces.iter().rev(), name);
    let (Some(forwards), Some(backwards)) = (forwards, backwards) else {
        return;
    };
    for record in [&forwards, &backwards] {
        assert_eq!(knowledge_of(record), known, "{record:?}");
    }
    // With other inputs the pieces come in the other order, so one check is enough.
    if is_checked {
        let checked = forwards.check();
        assert!(checked.is_ok(), "{checked:?}: {forwards:?}");
    }
    let again = together([&forwards, &pieces[0]].into_iter(), name);
    assert_eq!(again.as_ref().map(knowledge_of), Some(known.clone()));
    if let Some(lie) = lie
        && known.get(&lie.claim) >= Some(&lie.strength)
    {
        for (one, other) in [(&forwards, &lie.record), (&lie.record, &forwards)] {
            let merged = one.clone().merged(other.clone(), name);
            assert!(
                matches!(merged, Err(Conflict::Contradiction(_))),
                "{:?}: {merged:?}",
                lie.claim
            );
        }
    }
}

/// Returns whether a piece has the name of the whole; a family of fewer wraps has a name of its own.
fn is_beside(whole: &Record, piece: &Record) -> bool {
    match (whole, piece) {
        (Record::WrapFamily(whole), Record::WrapFamily(piece)) => {
            whole.family.variant() == piece.family.variant()
        }
        _ => true,
    }
}

/// Merges records; returns `None` if there are none.
fn together<'a>(mut records: impl Iterator<Item = &'a Record>, name: &Path) -> Option<Record> {
    let first = records.next()?.clone();
    Some(records.fold(first, |known, record| {
        let known = known.merged(record.clone(), name);
        known.unwrap_or_else(|conflict| panic!("{conflict}"))
    }))
}
