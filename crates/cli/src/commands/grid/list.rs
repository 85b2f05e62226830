//! `tait grid list`

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::output::print_table;

pub(super) fn run(globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    print_table(&globals.atlas()?.known_on_grids()?, format)?;
    if format == Format::Text {
        globals.remark("the glyphs of font5x7 and font5x9 are under the MIT licence of their authors; the gallery shows it");
    }
    Ok(Exit::Done)
}
