//! The page of plots: N(k), and the cost of the searches behind the map.

use crate::error::GalleryError;
use crate::material::Material;
use crate::pages::{Place, Section, card, figure, page};
use maud::html;
use tait_atlas::plots::{self, Against, Cost};
use tait_draw::Plot;
use tait_store::ClassificationRecord;

/// The address of the page, relative to the index.
pub(crate) const ADDRESS: &str = "numbers.html";

pub(crate) fn section(material: &Material<'_>) -> Result<Section, GalleryError> {
    let mut section = Section::default();
    let records = || material.of::<ClassificationRecord>().map(|map| map.record);
    let mut figures = Vec::new();
    let mut put = |heading: &'static str, name: &str, plot: Option<Plot>| {
        if let Some(plot) = plot {
            let file = format!("numbers/{name}.svg");
            section.add(&file, plot.to_svg());
            figures.push((heading, file));
        }
    };
    // A small data directory may have nothing to plot.
    let cost = |cost, against| plots::costs(records(), cost, against).ok();
    put(
        "N(k): the smallest N such that n moves suffice for every n ≥ N",
        "thresholds",
        plots::thresholds(&material.map).ok(),
    );
    put("Time against n", "time-by-n", cost(Cost::Time, Against::N));
    put("Time against k", "time-by-k", cost(Cost::Time, Against::K));
    put(
        "States against n",
        "states-by-n",
        cost(Cost::States, Against::N),
    );
    put(
        "States against k",
        "states-by-k",
        cost(Cost::States, Against::K),
    );
    let body = html! {
        p class="lead" {
            "These plots show N(k) and the recorded cost of the searches behind the map. To measure their memory, run " code { "tait plot memory" } "."
        }
        @for (heading, file) in &figures { (card(heading, &figure(file, heading))) }
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
