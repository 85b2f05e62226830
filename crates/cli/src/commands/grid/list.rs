//! `tait grid list`

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::output::print_table;
use tait_framework::grid::known::FONT_LICENCE;

pub(super) fn run(globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    print_table(&globals.atlas()?.known_on_grids()?, format)?;
    if format == Format::Text {
        globals.remark(FONT_LICENCE);
    }
    Ok(Exit::Done)
}
