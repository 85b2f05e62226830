//! The page of plots: N(k), and the cost of the searches behind the map.

use crate::error::GalleryError;
use crate::material::Material;
use crate::pages::{Place, Section, card, page};
use maud::{PreEscaped, html};
use tait_atlas::plots::{self, Against, Cost};
use tait_draw::Plot;
use tait_store::ClassificationRecord;

/// The address of the page, relative to the index.
pub(crate) const ADDRESS: &str = "numbers.html";

pub(crate) fn section(material: &Material<'_>) -> Result<Section, GalleryError> {
    let mut section = Section::default();
    let records = || material.of::<ClassificationRecord>().map(|map| map.record);
    let mut figures = Vec::new();
    let mut put = |heading: &'static str, plot: Option<Plot>| {
        figures.extend(plot.map(|plot| (heading, plot.to_svg_in_page())));
    };
    // A small data directory may have nothing to plot.
    let cost = |cost, against| plots::costs(records(), cost, against).ok();
    put(
        "N(k): the smallest N such that n moves suffice for every n ≥ N",
        plots::thresholds(&material.map).ok(),
    );
    put("Time against n", cost(Cost::Time, Against::N));
    put("Time against k", cost(Cost::Time, Against::K));
    put("States against n", cost(Cost::States, Against::N));
    put("States against k", cost(Cost::States, Against::K));
    let body = html! {
        p class="lead" {
            "These plots show N(k) and the recorded cost of the searches behind the map. To measure their memory, run " code { "tait plot memory" } "."
        }
        @for (heading, figure) in &figures {
            (card(heading, &html! { section class="wide" tabindex="0" aria-label=(heading) { (PreEscaped(figure)) } }))
        }
    };
    let place = Place::TOP;
    let page = page(
        place,
        "The map in numbers",
        "N(k), and what the searches behind the map cost",
        &body,
    );
    section.add(ADDRESS, page);
    Ok(section)
}
