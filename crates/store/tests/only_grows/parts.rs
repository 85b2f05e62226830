//! Random pieces of records, with less in them and weaker, that are right by themselves.

use tait_puzzle::linear::wrap::WrapFamily;
use tait_puzzle::linear::{Answer, Family, Finding};
use tait_store::{
    ClassificationRecord, FamilyRecord, FoundBy, GridPair, GridTableRecord, GridTableRow, Record,
    ReversalRecord, Undecided, WidthResult, WrapFamilyRecord,
};

/// Numbers that follow from a seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % end
    }

    fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }
}

/// A piece of a record, by another run; `None` when nothing is left.
pub(crate) fn part(whole: &Record, random: &mut Random) -> Option<Record> {
    // Of a piece the states of the whole say nothing.
    let run = |found_by: &FoundBy| FoundBy {
        states: None,
        seconds: 0.5,
        ..found_by.clone()
    };
    Some(match whole.clone() {
        Record::Solution(mut record) => {
            record.found_by = run(&record.found_by);
            record.into()
        }
        Record::GridSolution(mut record) => {
            record.found_by = run(&record.found_by);
            record.into()
        }
        Record::Shuffling(mut record) => {
            // A few sizes, so that replaying them takes no time.
            let first = 1 + random.below(10);
            let last = first + random.below(3);
            record
                .cells
                .retain(|cell| (first..=last).contains(&cell.puzzle.n()));
            record.found_by = run(&record.found_by);
            record.found_by.command =
                format!("shuffling --constrained --table --n {first}..{last}");
            record.into()
        }
        Record::Reversal(whole) => {
            let mut record = ReversalRecord::default();
            for cell in whole.cells().iter().take(15) {
                let mut cell = cell.clone();
                cell.solutions = cell.solutions.filter(|_| random.one_in(2));
                if random.one_in(3) {
                    record.put(cell);
                }
            }
            record.into()
        }
        Record::Family(whole) => family(&whole, run(&whole.found_by), random)?.into(),
        Record::WrapFamily(whole) => {
            let mut bases = whole.family.bases().to_vec();
            bases.retain(|_| random.one_in(2));
            let mut wraps = whole.family.wraps().to_vec();
            let all = random.below(3) > 0;
            wraps.retain(|_| all || random.one_in(2));
            let family = WrapFamily::new(wraps, bases).ok()?;
            let found_by = run(&whole.found_by);
            WrapFamilyRecord { family, found_by }.into()
        }
        Record::Classification(whole) => classification(&whole, random).into(),
        Record::WrapSearch(mut record) => {
            // The command names the widths, so that all of them are there.
            for width in &mut record.widths {
                if random.one_in(3) {
                    width.result = WidthResult::Stopped("time limit".to_owned());
                }
            }
            record.smaller_sizes.retain(|_| random.one_in(2));
            record.found_by = run(&record.found_by);
            record.into()
        }
        Record::GridTable(whole) => grid_table(&whole, random).into(),
    })
}

/// Some bases, and of the other sizes some findings, some of them weaker.
fn family(whole: &FamilyRecord, found_by: FoundBy, random: &mut Random) -> Option<FamilyRecord> {
    let mut bases = whole.family.bases.clone();
    bases.retain(|_| random.one_in(2));
    if bases.is_empty() {
        return None;
    }
    let mut smaller_sizes = whole.smaller_sizes.clone();
    let mut found_by = found_by;
    let mut from = 0;
    if !found_by.command.contains("--") {
        // What a run passes over it tells of, from the size on with which it begins.
        let first = bases.iter().map(|base| base.puzzle().n()).min()?;
        from = 2 + random.below(first - 1);
        found_by.command.push_str(&format!(" --from {from}"));
    }
    smaller_sizes.retain(|smaller| smaller.n >= from || random.one_in(2));
    for smaller in &mut smaller_sizes {
        if random.one_in(3) {
            let attempts = 1 + random.below(9);
            smaller.finding = Finding::NotFound { attempts };
        }
    }
    // A size whose base was not found by this run.
    let largest = whole.family.bases.iter().map(|base| base.puzzle().n());
    let n = largest.max()?;
    if bases.iter().all(|base| base.puzzle().n() != n) {
        let attempts = 1 + random.below(9);
        let finding = Finding::NotFound { attempts };
        smaller_sizes.push(tait_puzzle::linear::SizeWithoutBase { n, finding });
    }
    Some(FamilyRecord {
        family: Family {
            k: whole.family.k,
            bases,
        },
        smaller_sizes,
        restrictions: whole.restrictions.clone(),
        found_by,
    })
}

/// Some cells, some of them without their solution or with fewer lengths excluded.
fn classification(whole: &ClassificationRecord, random: &mut Random) -> ClassificationRecord {
    let mut record = ClassificationRecord::empty(whole.k);
    let mut cells = whole.cells.clone();
    cells.retain(|_| random.one_in(3));
    for mut cell in cells {
        if random.one_in(3) {
            cell.cell.solution = None;
        }
        if random.one_in(3) {
            let left = random.below(cell.cell.excluded.len() as u64 + 1);
            cell.cell.excluded.truncate(left as usize);
        }
        if matches!(
            cell.cell.answer(),
            Answer::Open { .. } | Answer::Between { .. }
        ) {
            // A search that was stopped, which took nothing from elsewhere.
            let n = cell.cell.puzzle.n();
            cell.source = None;
            cell.found_by.command = format!("classify --k {} --n {n}", whole.k);
        }
        cell.found_by.seconds = 0.5;
        record.put(cell);
    }
    record
}

/// Of the first shapes some rows with some targets, and some pairs, some of them undecided.
fn grid_table(whole: &GridTableRecord, random: &mut Random) -> GridTableRecord {
    let mut record = GridTableRecord::new(whole.name(), whole.source(), whole.shapes().clone());
    for row in whole.rows().iter().take(3) {
        let mut targets = row.targets.clone();
        targets.truncate(8);
        let (mut of_row, mut alone) = (targets.clone(), targets);
        of_row.retain(|_| random.one_in(3));
        alone.retain(|_| random.one_in(3));
        for target in alone {
            let length = target.moves.as_ref().map_or(9, Vec::len) as u64;
            let is_undecided = random.one_in(2);
            let found_by = FoundBy {
                command: format!(
                    "grid table {} --pair-states 100 --from {from} --glyphs {from},{}",
                    whole.name(),
                    target.to,
                    from = row.from
                ),
                states: None,
                ..row.found_by.clone()
            };
            record.put_pair(GridPair {
                from: row.from.clone(),
                to: target.to,
                moves: target.moves.filter(|_| !is_undecided),
                undecided: is_undecided.then(|| Undecided {
                    at_least: random.below(length + 1) as u32,
                    state_limit: 100,
                }),
                found_by,
            });
        }
        let lengths = of_row
            .iter()
            .filter_map(|target| Some(target.moves.as_ref()?.len()));
        if let Some(farthest) = lengths.max() {
            let states = row.states[..=farthest].to_vec();
            let names: Vec<&str> = of_row.iter().map(|target| &*target.to).collect();
            let found_by = FoundBy {
                states: None,
                command: format!("{} --glyphs {}", row.found_by.command, names.join(",")),
                ..row.found_by.clone()
            };
            record.put(GridTableRow::new(
                &row.from, states, false, of_row, found_by,
            ));
        }
    }
    record
}
