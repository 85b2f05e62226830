//! The subject that the user names: K and N, another puzzle by its name, or a file.

use crate::globals::Globals;
use crate::moves::SizeOptions;
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use tait_atlas::{Answer, Expected, Named, NoSolution, Sources};
use tait_draw::Play;
use tait_linear::{BlockLength, Puzzle};
use tait_vacancy as vacancy;
use tait_vacancy::checkers::Checkers;
use tait_vacancy::shuffling::Shuffling;

/// The source of the bases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BaseSet {
    /// Your own results and the records inside tait; if there are none, the thesis
    Stored,
    /// The tables of the thesis
    Published,
}

/// Kinds of families.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FamilyKind {
    /// Bases and their extensions
    Bases,
    /// Wraps and their bases
    Wraps,
}

/// Options of every command that takes K and N.
#[derive(Debug, Args)]
#[command(next_help_heading = "Source")]
pub(crate) struct SourceOptions {
    /// Use only stored families of this kind [default: both, bases first]
    #[arg(long, value_enum, conflicts_with = "base")]
    family: Option<FamilyKind>,
    /// Source of the bases
    #[arg(long, value_enum, default_value_t = BaseSet::Stored)]
    base: BaseSet,
    /// Position of the first coin [default: 1; with --base published, as in the thesis]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) start: Option<i64>,
    /// The puzzle in which the block is turned round as it moves, so that the order of its coins is reversed
    #[arg(id = "turned", long = "turned", conflicts_with_all = ["family", "base"])]
    is_turned: bool,
}

impl SourceOptions {
    /// Returns the best known answer to K and N.
    pub(crate) fn ask(
        &self,
        k: u64,
        n: u64,
        globals: &Globals,
    ) -> anyhow::Result<Result<Answer, NoSolution>> {
        let sources = match (self.family, self.base) {
            (Some(FamilyKind::Bases), _) => Sources::Bases,
            (Some(FamilyKind::Wraps), _) => Sources::Wraps,
            (None, BaseSet::Stored) => Sources::All,
            (None, BaseSet::Published) => Sources::Published,
        };
        let puzzle = Puzzle::new(k, n)?.turned_if(self.is_turned);
        Ok(globals.atlas()?.ask(puzzle, self.start, sources)?)
    }
}

/// Reads K or N.
pub(crate) fn number(text: &OsString) -> anyhow::Result<u64> {
    let text = text.to_string_lossy();
    let number = text.parse();
    number.map_err(|_| anyhow!("'{text}' is not a number: expected K N or one file"))
}

/// The subject of `show`, `draw` and `explain`: K and N, another puzzle by its name, or a file.
#[derive(Debug, Args)]
pub(crate) struct Subject {
    /// K and N, also as --k K --n N; 'auxiliary' K [OFFSETS]; 'shuffling' VARIANT N; 'checkers' N M; 'grid' and a known puzzle, or a file with a puzzle and its
    /// moves; 'figure' and its number in the thesis (2.2, 2.3, 3.2, 4.3, 4.5, 4.6) or in the paper on coins (5, 23, 23-b); or a file with a solution or a family (- for standard input)
    #[arg(required_unless_present = "k", num_args = 1..=3, value_name = "K N | FILE")]
    subject: Vec<OsString>,
    #[command(flatten)]
    size: SizeOptions,
    #[command(flatten)]
    options: SourceOptions,
}

impl Subject {
    /// Returns the solutions of the subject, or their mirror images, ready to be drawn.
    pub(crate) fn plays(
        &self,
        are_mirrored: bool,
        globals: &Globals,
    ) -> anyhow::Result<Result<Vec<Play>, NoSolution>> {
        let plays = match self.named(globals)? {
            Ok(named) => named.plays()?,
            Err(none) => Err(none),
        };
        Ok(match plays {
            Ok(plays) if are_mirrored => {
                Ok(plays.iter().map(Play::mirrored).collect::<Result<_, _>>()?)
            }
            plays => plays,
        })
    }

    /// Looks the subject up.
    pub(crate) fn named(&self, globals: &Globals) -> anyhow::Result<Result<Named, NoSolution>> {
        let (atlas, sizes) = (globals.atlas()?, self.size.k.zip(self.size.n));
        let named = match self.subject.as_slice() {
            [name] if vacancy::Puzzle::is_name(&name.to_string_lossy()) => {
                Named::of_vacancy(&atlas, name.to_string_lossy().parse()?)?
            }
            [] => {
                let (k, n) = sizes.ok_or_else(|| anyhow!("expected K N or one file"))?;
                return Ok(self.options.ask(k, n, globals)?.map(Named::Answer));
            }
            [file] => Named::of_file(
                &atlas,
                file,
                &Expected::of_header(sizes, self.options.start)?,
            )?,
            _ if sizes.is_some() => bail!("--k and --n are for a file with moves"),
            [kind, variant, n] if kind == "shuffling" => {
                let puzzle = Shuffling::new(variant.to_string_lossy().parse()?, number(n)?)?;
                Named::of_vacancy(&atlas, puzzle.into())?
            }
            [kind, n, m] if kind == "checkers" => {
                let puzzle = Checkers::new(number(n)?, number(m)?)?;
                Named::of_vacancy(&atlas, puzzle.into())?
            }
            [kind, k, rest @ ..] if kind == "auxiliary" => {
                let offsets = rest
                    .first()
                    .map(|offsets| offsets.to_string_lossy().parse())
                    .transpose();
                let offsets = offsets.map_err(anyhow::Error::msg)?;
                Named::of_auxiliary(BlockLength::new(number(k)?)?, offsets.as_ref())?
            }
            [kind, name] if kind == "grid" => Named::on_grid(&atlas, name)?,
            [kind, number] if kind == "figure" => Named::figure(&atlas, &number.to_string_lossy())?,
            [kind, _] if kind == "checkers" => bail!("checkers needs N and M: checkers 3 3"),
            [kind, _] if kind == "shuffling" => {
                bail!("shuffling needs VARIANT and N: shuffling S(n,n,r) 3")
            }
            [k, n] => {
                let answer = self.options.ask(number(k)?, number(n)?, globals)?;
                return Ok(answer.map(Named::Answer));
            }
            _ => bail!("expected K N or one file"),
        };
        Ok(Ok(named))
    }
}
