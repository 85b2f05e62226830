//! Confirmations of recorded searches: somebody repeated them with another program, which came to the same counts.
//!
//! A confirmation says that a second program, which shares nothing with the engines, saw what is recorded, or that two
//! workers ran the same units of a plan and came to the same counts. It cannot be replayed, so it is worth as much as the
//! word of whoever noted it. But it is compared with the record that it is about, and confirms only searches whose
//! recorded counts are the same.
//!
//! The levels of records take these into account.

use crate::envelope::Derived;
use crate::error::{RecordError, StoreError};
use crate::found_by::{FoundBy, is_contributor, is_line};
use crate::kinds::RecordKind;
use crate::level::Level;
use crate::record::Record;
use crate::store::Store;
use crate::stored::{
    About, Conflict, Listing, SearchCounts, Stored, Summary, contradiction, union,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use tait_recount::searches;

/// The directory of confirmations, each under the name of the file that it is about.
pub(crate) const DIRECTORY: &str = "confirmations";

/// A file below `confirmations/`: the searches of a record that a second, independent run confirmed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmationRecord {
    /// The file of the record whose searches were repeated, relative to the data directory.
    pub record: String,
    /// The conclusion from the rest, in words; recomputed whenever the file is read.
    answer: Derived,
    /// The runs, by contributor, command and version.
    pub runs: Vec<ConfirmingRun>,
}

/// A run that repeated searches of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmingRun {
    /// The person who carried it out, if they wish to be named. Several are named by `confirmed_by`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contributor: Option<String>,
    /// The searches whose repetition agrees with the record, by name.
    pub searches: Vec<ConfirmedSearch>,
    /// The run.
    pub confirmed_by: FoundBy,
}

/// A search that was repeated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct ConfirmedSearch {
    /// The subject of the search, such as "k=4 n=6 in 6 moves".
    pub name: String,
    /// The numbers that were compared and found equal: states per depth, then other results of the search, such as a
    /// bound, an optimum, or the number of solutions.
    pub counts: Vec<u64>,
}

impl ConfirmingRun {
    /// Returns the key of a run; the searches of a later run with the same key are added to the earlier one.
    fn key(&self) -> (Option<String>, String, String) {
        let FoundBy {
            command, version, ..
        } = &self.confirmed_by;
        (self.contributor.clone(), command.clone(), version.clone())
    }

    /// Returns the names of those who carried it out, with commas between, if there are any.
    fn contributors(&self) -> Option<String> {
        let several = self.confirmed_by.contributors.iter();
        let several = several.map(|contributor| &contributor.name);
        let names: Vec<&str> = self
            .contributor
            .iter()
            .chain(several)
            .map(|name| &**name)
            .collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    fn merged(self, new: Self) -> Result<Self, Conflict> {
        let by = [&self.confirmed_by, &new.confirmed_by].map(Clone::clone);
        let longer = |one: ConfirmedSearch, other: ConfirmedSearch| {
            if !one.agrees_with(&other.counts) {
                let said = |search: &ConfirmedSearch| format!("{:?}", search.counts);
                let (stored, new) = ((said(&one), &by[0]), (said(&other), &by[1]));
                return Err(contradiction(&one.name, stored, new));
            }
            let is_more = one.counts.len() > other.counts.len();
            Ok(if is_more { one } else { other })
        };
        let name = |search: &ConfirmedSearch| search.name.clone();
        let knows_more = self.searches.len() > new.searches.len();
        Ok(Self {
            contributor: self.contributor,
            searches: union(self.searches, new.searches, name, longer)?,
            confirmed_by: match knows_more {
                true => self.confirmed_by.with_contributors_of(&new.confirmed_by),
                false => new.confirmed_by.with_contributors_of(&self.confirmed_by),
            },
        })
    }
}

impl ConfirmedSearch {
    /// Returns whether both can be counts of one search, of which one went farther than the other.
    fn agrees_with(&self, counts: &[u64]) -> bool {
        self.counts.starts_with(counts) || counts.starts_with(&self.counts)
    }
}

/// Returns the searches in the JSON of a record, each with the numbers that a repetition compares. For a search without
/// a plain one, this is the number of states, on which two workers can agree.
pub(crate) fn recorded(record: &Value) -> Vec<(String, Option<Vec<u64>>)> {
    let searches = searches(record).into_iter();
    searches
        .map(|search| {
            let of_states = || Some(vec![search.states?]);
            let compared = search.compared().or_else(of_states);
            (search.name, compared)
        })
        .collect()
}

impl ConfirmationRecord {
    /// Makes the record that one run confirmed these searches of the record in a file.
    ///
    /// ```
    /// use tait_store::{ConfirmationRecord, ConfirmedSearch, ConfirmingRun, FoundBy, Record, Stored};
    /// # let text = include_str!("../../../data/solutions/k03/n006.json");
    /// let record = Record::read(text.as_bytes())?;
    /// let command = "verify solutions/k03/n006.json --recount --confirm";
    /// let mut confirmation = ConfirmationRecord::new(
    ///     &record.path(),
    ///     ConfirmingRun {
    ///         contributor: Some("Peter Tait".to_owned()),
    ///         searches: vec![ConfirmedSearch {
    ///             name: "k=3 n=6 in 6 moves".to_owned(),
    ///             counts: vec![1, 34, 150, 206, 122, 26, 0],
    ///         }],
    ///         confirmed_by: FoundBy::new(command, Default::default()),
    ///     },
    /// );
    /// confirmation.check()?;
    /// let json = serde_json::from_str(text)?;
    /// assert!(confirmation.confirms(&json));
    /// confirmation.runs[0].searches[0].counts[1] = 35;
    /// assert!(!confirmation.confirms(&json));
    /// # Ok::<(), tait_store::RecordError>(())
    /// ```
    #[must_use]
    pub fn new(file: &Path, mut run: ConfirmingRun) -> Self {
        run.searches.sort_by(|one, other| one.name.cmp(&other.name));
        run.searches.dedup();
        let names = file.iter().map(|name| name.to_string_lossy());
        Self {
            record: names.collect::<Vec<_>>().join("/"),
            answer: Derived::default(),
            runs: vec![run],
        }
    }

    /// Returns all searches, by name, each with the counts of the run that saw most.
    fn searches(&self) -> BTreeMap<&str, &ConfirmedSearch> {
        let mut known: BTreeMap<&str, &ConfirmedSearch> = BTreeMap::new();
        for search in self.runs.iter().flat_map(|run| &run.searches) {
            let known = known.entry(&search.name).or_insert(search);
            if search.counts.len() > known.counts.len() {
                *known = search;
            }
        }
        known
    }

    /// Returns whether it confirms every search in the JSON of a record.
    #[must_use]
    pub fn confirms(&self, record: &Value) -> bool {
        let known = self.searches();
        let recorded = recorded(record);
        let is_confirmed = |(name, counts): &(String, Option<Vec<u64>>)| {
            let search = known.get(name.as_str());
            search.is_some_and(|search| Some(&search.counts) == counts.as_ref())
        };
        !recorded.is_empty() && recorded.iter().all(is_confirmed)
    }

    fn answer(&self) -> String {
        let count = |count: usize, one: &str, more: &str| match count {
            1 => format!("1 {one}"),
            count => format!("{count} {more}"),
        };
        let searches = count(self.searches().len(), "search", "searches");
        let runs = count(self.runs.len(), "run", "runs");
        format!("{searches} confirmed by {runs}")
    }

    /// Returns two runs that disagree about a search.
    fn contradiction(&self) -> Option<(&ConfirmingRun, &ConfirmingRun, &ConfirmedSearch)> {
        let known: Vec<(&ConfirmingRun, &ConfirmedSearch)> = self
            .runs
            .iter()
            .flat_map(|run| run.searches.iter().map(move |search| (run, search)))
            .collect();
        let longest = self.searches();
        known.iter().find_map(|&(run, search)| {
            let other = longest.get(search.name.as_str())?;
            let is_other = |(_, search): &&(_, &ConfirmedSearch)| std::ptr::eq(*search, *other);
            let (by, _) = known.iter().find(is_other)?;
            (!other.agrees_with(&search.counts)).then_some((*by, run, search))
        })
    }
}

/// Returns whether it is the name of a file that can hold confirmed searches.
fn is_name_of_record(name: &str) -> bool {
    let path = Path::new(name);
    let is_plain = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let directories = RecordKind::ALL.iter().map(|kind| kind.about().directory);
    let mut others = directories.filter(|&directory| directory != DIRECTORY);
    is_plain
        && !name.contains(['\\', '\n'])
        && !name.contains("//")
        && name.ends_with(".json")
        && others.any(|directory| {
            path.parent()
                .is_some_and(|parent| parent.starts_with(directory))
        })
}

/// The beginning of the command that plans each unit of a search twice.
pub const PLANNED_TWICE: &str = "cluster plan --confirm ";

/// Requires `verify FILE --recount --confirm`, the same for all files at once, or a plan with each unit twice.
fn is_of_run(found_by: &FoundBy, record: &str) -> Result<(), RecordError> {
    let commands = [
        format!("verify {record} --recount --confirm"),
        "data check --recount --confirm".to_owned(),
    ];
    found_by.check(|run| commands.contains(&run.command) || run.command.starts_with(PLANNED_TWICE))
}

impl Stored for ConfirmationRecord {
    fn about() -> &'static About {
        &About {
            kind: RecordKind::Confirmation,
            name: "confirmation",
            directory: DIRECTORY,
            title: "Stored confirmation of recorded searches",
            puzzle: &[],
            plural: "Stored confirmations of recorded searches",
            has_k: false,
            has_n: false,
            listing: Listing::Rows(&[
                "record",
                "search",
                "counts",
                "contributor",
                "command",
                "version",
                "seconds",
            ]),
        }
    }

    type Body = Self;

    fn derived(&mut self) -> Result<Vec<(String, &mut Derived, String)>, RecordError> {
        let answer = self.answer();
        Ok(vec![(String::new(), &mut self.answer, answer)])
    }

    fn path(&self) -> PathBuf {
        Path::new(DIRECTORY).join(&self.record)
    }

    /// Repeats nothing: [`Stored::check_claims_about_others`] compares it with the record.
    fn check(&self) -> Result<(), RecordError> {
        let wrong = |what: String| Err(RecordError::Claim(what));
        if !is_name_of_record(&self.record) {
            let name = tait_text::excerpt(&self.record);
            return wrong(format!("'{name}' does not name a record with searches"));
        }
        if self.runs.is_empty() {
            return wrong("it holds no confirmation".to_owned());
        }
        if !self.runs.is_sorted_by(|one, next| one.key() < next.key()) {
            return wrong("the runs are out of order".to_owned());
        }
        for run in &self.runs {
            let names = || run.searches.iter().map(|search| &search.name);
            if run.searches.is_empty() || !names().is_sorted_by(|one, next| one < next) {
                return wrong("a run has no searches, or they are out of order".to_owned());
            }
            let mut contributor = run.contributor.iter();
            if !contributor.all(|name| is_contributor(name)) || !names().all(|name| is_line(name)) {
                return wrong("a name is not one line of text".to_owned());
            }
            is_of_run(&run.confirmed_by, &self.record)?;
        }
        match self.contradiction() {
            None => Ok(()),
            Some((_, _, search)) => wrong(format!("two runs disagree about {}", search.name)),
        }
    }

    fn runs(&self) -> Vec<&FoundBy> {
        self.runs.iter().map(|run| &run.confirmed_by).collect()
    }

    fn level(&self) -> Level {
        Level::Recorded
    }

    /// The parts are the searches of each run.
    fn merged(self, new: Self, _name: &Path) -> Result<Self, Conflict> {
        let runs = union(
            self.runs,
            new.runs,
            ConfirmingRun::key,
            ConfirmingRun::merged,
        )?;
        let both = Self { runs, ..new };
        let conflict = both.contradiction().map(|(one, other, search)| {
            let said = |run: &ConfirmingRun| {
                let mut searches = run.searches.iter();
                let same = searches.find(|known| known.name == search.name);
                format!("{:?}", same.map(|search| &search.counts))
            };
            let by = |run| (said(run), &run.confirmed_by);
            contradiction(&search.name, by(one), by(other))
        });
        conflict.map_or(Ok(both), Err)
    }

    fn check_claims_about_others(
        &self,
        find: &dyn Fn(&Path) -> Option<Value>,
    ) -> Vec<(String, String)> {
        let wrong = |what: String| (self.record.clone(), what);
        let Some(record) = find(Path::new(&self.record)) else {
            return vec![wrong("it confirms searches of a missing record".to_owned())];
        };
        let recorded = recorded(&record);
        let differs = |search: &ConfirmedSearch| {
            let name = &search.name;
            let Some((_, counts)) = recorded.iter().find(|(known, _)| known == name) else {
                return Some(format!("it confirms {name}, which is not recorded"));
            };
            let counts = counts.as_deref();
            let agrees = counts.is_some_and(|counts| search.agrees_with(counts));
            let (seen, counts) = (&search.counts, counts.unwrap_or_default());
            (!agrees).then(|| format!("{name}: {seen:?} is confirmed, but {counts:?} is recorded"))
        };
        let searches = self.runs.iter().flat_map(|run| &run.searches);
        searches.filter_map(differs).map(wrong).collect()
    }

    fn summary(&self) -> Summary {
        let holds = format!("{}: {}", self.record, self.answer());
        let first = self.runs.first();
        Summary {
            called: format!("confirmations of {}", self.record),
            sentence: holds.clone(),
            holds,
            found_by: first.map_or(String::new(), |run| run.confirmed_by.command.clone()),
            ..Summary::default()
        }
    }

    /// The counts are in the record.
    fn counts(&self) -> SearchCounts {
        SearchCounts::by_layer(format!("States per layer, {}", self.record), [])
    }

    fn rows(&self, _file: &str, _n: Option<u64>) -> Vec<Vec<Value>> {
        let row = |run: &ConfirmingRun, search: &ConfirmedSearch| {
            let by = &run.confirmed_by;
            vec![
                json!(self.record),
                json!(search.name),
                json!(search.counts),
                json!(run.contributors()),
                json!(by.command),
                json!(by.version),
                json!(by.seconds),
            ]
        };
        let runs = self.runs.iter();
        runs.flat_map(|run| run.searches.iter().map(move |search| row(run, search)))
            .collect()
    }
}

impl Store {
    /// Returns the recorded repetitions of the searches in a file; `None` if there are none, or they are invalid.
    ///
    /// Nothing is moved.
    #[must_use]
    pub fn confirmation(&self, file: &Path) -> Option<ConfirmationRecord> {
        let path = Path::new(DIRECTORY).join(file);
        let (_, record) = self.examine(&path);
        record.ok()?.within().cloned()
    }

    /// Returns the [level](crate::Stored::level) of a record in a file of the store, given the recorded repetitions.
    #[must_use]
    pub fn level(&self, file: &Path, record: &Record) -> Level {
        match record.level() {
            level @ Level::Recorded => {
                let confirmation = self.confirmation(file);
                match confirmation.is_some_and(|confirmation| record.is_confirmed_by(&confirmation))
                {
                    true => level.once_confirmed(),
                    false => level,
                }
            }
            level => level,
        }
    }

    /// Records that a run confirmed searches of the record in a file of the store.
    ///
    /// # Errors
    /// Fails if there is no such record, if it lacks what was confirmed, or as [`Store::save`] does.
    pub fn confirm(&self, file: &Path, run: ConfirmingRun) -> Result<(), StoreError> {
        let confirmation = ConfirmationRecord::new(file, run);
        let (_, record) = self.examine(file);
        let record = record?;
        let find = |name: &Path| (name == file).then(|| record.as_value());
        if let Some((_, what)) = confirmation
            .check_claims_about_others(&find)
            .into_iter()
            .next()
        {
            let path = self.directory().join(file);
            return Err(StoreError::Contradiction { path, what });
        }
        self.save(&confirmation).map(|_| ())
    }

    /// Records that a run confirmed those searches of this store's records which another store holds with the same
    /// counts, and returns how many there are.
    ///
    /// # Errors
    /// As [`confirm`](Self::confirm).
    pub fn confirm_like(
        &self,
        other: &Self,
        run: impl Fn(Vec<ConfirmedSearch>) -> ConfirmingRun,
    ) -> Result<usize, StoreError> {
        let mut confirmed = 0;
        for file in other.list()? {
            let [mine, others] = [self, other].map(|store| match store.examine(&file) {
                (_, Ok(record)) => recorded(&record.as_value()),
                _ => Vec::new(),
            });
            let both = mine.into_iter().filter(|search| others.contains(search));
            let searches: Vec<ConfirmedSearch> = both
                .filter_map(|(name, counts)| Some((name, counts?)))
                .map(|(name, counts)| ConfirmedSearch { name, counts })
                .collect();
            if !searches.is_empty() {
                confirmed += searches.len();
                self.confirm(&file, run(searches))?;
            }
        }
        Ok(confirmed)
    }
}

impl Record {
    /// Returns the JSON of its file.
    pub(crate) fn as_value(&self) -> Value {
        let text = self.to_json().unwrap_or_default();
        serde_json::from_slice(text.as_bytes()).unwrap_or_default()
    }

    /// Returns whether every search that it depends on was confirmed.
    #[must_use]
    pub fn is_confirmed_by(&self, confirmation: &ConfirmationRecord) -> bool {
        confirmation.confirms(&self.as_value())
    }
}
