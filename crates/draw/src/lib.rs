//! Pictures of solutions: text, SVG, TikZ and pages that play them.
//!
//! Every solution that is drawn has passed the checker: a [`RowPlay`] is made from a solution of the linear puzzle, of
//! shuffling, of checkers or of a reversal, a [`GridPlay`] from one on a grid or a graph, and both only from a correct
//! one. Each is drawn as text ([`row_text`], [`grid_text`]), as a standalone figure ([`row_svg`], [`grid_svg`]), for
//! papers ([`row_tikz`], [`grid_tikz`]), as an animated picture ([`row_animation`], [`grid_animation`]) and as a page that plays it and
//! lets the visitor play ([`page`]).
//!
//! A figure has one row for each configuration, as in the thesis: the coins that a move slid are framed, coins that
//! never move are shaded, and the coins that an extension added are boxed. A figure of a grid has a panel for each
//! configuration, with an arrow for the next move.
//!
//! Nothing here searches.
//!
//! The states of a small puzzle are drawn as a [`StateDiagram`], in the language of Graphviz.
//!
//! Numbers are drawn, too: a [`Plot`] shows values at integers, as lines with markers or as bars.
//!
//! SVG is turned into PNG and PDF by [`converted`], and an animated picture into GIF by [`Play::to_gif`], with the feature
//! `pictures`.
//!
//! SVG and TikZ are drawn without a plotting or drawing crate: they are a few circles, lines and texts, and such crates do
//! not offer what matters about them (dark mode, descriptions for screen readers, pieces of rows that are drawn once).

mod converted;
mod dot;
mod error;
mod face;
mod figure;
mod frames;
mod grid_play;
mod grid_text;
mod page;
mod play;
mod plot;
mod row_label;
mod row_play;
mod row_text;
mod rows;
mod svg;
mod tikz;
mod worksheet;

pub use converted::converted;
pub use dot::{DiagramMove, DiagramState, StateDiagram};
pub use error::DrawError;
pub use face::Face;
pub use figure::{Figure, FigureRow};
pub use frames::{Frame, Frames, PlayedMove};
pub use grid_play::{GridPlay, Place};
pub use grid_text::grid_text;
pub use page::{
    Engine, PLAYER_ELEMENT_README, Surroundings, page, page_of_any, page_of_many, page_to_try,
    player_element, player_script, player_style, site_policy, site_policy_with_engine,
    window_title,
};
pub use play::{Picture, Play};
pub use plot::{MOST_POINTS, MOST_SERIES, Plot, Scale, Series, Unit, ValueAxis};
pub use row_play::{MOST_CELLS, MOST_MOVES, RowMove, RowPlay, RowPuzzle};
pub use row_text::row_text;
pub use rows::{Characters, Rows, TextStyle};
pub use svg::{
    escaped, grid_animation, grid_still, grid_svg, grid_thumbnail, row_animation, row_still,
    row_svg, row_thumbnail, still_coins,
};
pub use tikz::{document, escaped as escaped_in_tex, grid_tikz, row_tikz};
pub use worksheet::Worksheet;
