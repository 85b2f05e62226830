//! The places of the parts of plots, read back from the picture.

use roxmltree::{Document, Node};
use tait_draw::{MOST_SERIES, Plot, Scale, Series, Unit, ValueAxis};

fn states(scale: Scale) -> ValueAxis {
    ValueAxis::new("states", Unit::Count, scale)
}

fn depths(name: &str, states: &[u64]) -> Series {
    Series::new(name, (0..).zip(states.iter().map(|&count| count as f64)))
}

/// Returns two searches, with empty layers.
fn searches() -> Plot {
    let series = vec![
        depths("8 moves", &[1, 50, 370, 970, 1338, 1113, 398, 26, 0]),
        depths("9 moves & more", &[1, 60, 700, 9_000, 0]),
    ];
    Plot::lines("k = 3, n = 8", "depth", states(Scale::Logarithmic), series)
        .unwrap()
        .with_subtitle(
            "States per depth of the searches that found no shorter solution, as they are recorded",
        )
}

/// Every marker or bar with a tooltip: the words, and the place of its value.
fn values(svg: &str) -> Vec<(String, f64, f64)> {
    let document = Document::parse(svg).unwrap();
    let read = |node: Node<'_, '_>| {
        let title = node.children().find(|child| child.has_tag_name("title"))?;
        let number = |name: &str| node.attribute(name)?.parse::<f64>().ok();
        let (x, y) = match node.attribute("transform") {
            Some(place) => {
                let place = place.strip_prefix("translate(")?.strip_suffix(')')?;
                let (x, y) = place.split_once(' ')?;
                (x.parse().ok()?, y.parse().ok()?)
            }
            None => (number("x")? + number("width")? / 2.0, number("y")?),
        };
        Some((title.text()?.to_owned(), x, y))
    };
    let nodes = document.root_element().descendants();
    nodes
        .filter(|node| node.parent_element().is_some())
        .filter_map(read)
        .collect()
}

/// Where the label of a tick on the y axis is.
fn tick(svg: &str, label: &str) -> f64 {
    let document = Document::parse(svg).unwrap();
    let mut labels = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("end faint") && node.text() == Some(label));
    let y = labels.next().unwrap().attribute("y").unwrap();
    y.parse::<f64>().unwrap() - 4.0
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.11
}

#[test]
fn a_plot_is_xml_without_ids_and_says_all_values_in_words() {
    let svg = searches().to_svg();
    let document = Document::parse(&svg).unwrap();
    assert!(
        document
            .descendants()
            .all(|node| node.attribute("id").is_none())
    );
    let root = document.root_element();
    assert_eq!(root.attribute("aria-label"), Some("k = 3, n = 8"));
    let description = root.children().find(|node| node.has_tag_name("desc"));
    let description = description.unwrap().text().unwrap();
    for said in [
        "8 moves: 1 at 0, 50 at 1",
        "9,000 at 3, 0 at 4.",
        "on a logarithmic scale",
    ] {
        assert!(description.contains(said), "{description}");
    }
    let values = values(&svg);
    assert_eq!(values.len(), 9 + 5);
    assert_eq!(values[4].0, "8 moves: depth = 4, states = 1,338");
    assert_eq!(values[12].0, "9 moves & more: depth = 3, states = 9,000");
    // Every rule of the style sheet applies to plots only.
    let style = document
        .descendants()
        .find(|node| node.has_tag_name("style"));
    let style = style
        .unwrap()
        .text()
        .unwrap()
        .replace("@media (prefers-color-scheme:dark){", "");
    for rule in style.split('}').filter(|rule| !rule.is_empty()) {
        assert!(rule.starts_with(".tait-plot "), "{rule}");
    }
}

#[test]
fn values_are_where_the_scale_says() {
    let series = vec![depths("doubling", &[0, 100, 200, 400, 350])];
    let linear = Plot::lines("Doubles", "n", states(Scale::Linear), series)
        .unwrap()
        .to_svg();
    let (foot, head) = (tick(&linear, "0"), tick(&linear, "400"));
    let of = values(&linear);
    let height = |index: usize| foot - of[index].2;
    assert!(is_near(height(0), 0.0) && is_near(of[3].2, head) && head < foot);
    assert!(is_near(height(2), 2.0 * height(1)) && is_near(height(3), 2.0 * height(2)));
    assert!(is_near(height(4), height(3) * 350.0 / 400.0));
    // Places are equally far apart.
    assert!(is_near(of[2].1 - of[1].1, of[4].1 - of[3].1) && of[1].1 < of[2].1);

    let series = vec![depths("tens", &[0, 1, 10, 100, 1000, 50])];
    let logarithmic = Plot::lines("Tens", "n", states(Scale::Logarithmic), series)
        .unwrap()
        .to_svg();
    let of = values(&logarithmic);
    let decade = of[1].2 - of[2].2;
    assert!(decade > 20.0);
    assert!(is_near(of[2].2 - of[3].2, decade) && is_near(of[3].2 - of[4].2, decade));
    assert!(is_near(of[2].2 - of[5].2, decade * 5f64.log10()));
    assert!(
        is_near(of[0].2, tick(&logarithmic, "0")) && is_near(of[3].2, tick(&logarithmic, "100"))
    );
    assert!(of[0].2 > of[1].2, "zeros are under the least power");
}

#[test]
fn bars_stand_on_the_axis_and_are_as_high_as_their_values() {
    for scale in [Scale::Linear, Scale::Logarithmic] {
        let series = depths("moves", &[0, 1, 20, 40]);
        let svg = Plot::bars("Bars", "n", states(scale), series)
            .unwrap()
            .to_svg();
        let document = Document::parse(&svg).unwrap();
        let number =
            |node: Node<'_, '_>, name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
        let bars = document
            .descendants()
            .filter(|node| node.attribute("class") == Some("bar c0") && node.has_children());
        let bars: Vec<(f64, f64)> = bars
            .map(|bar| (number(bar, "y"), number(bar, "height")))
            .collect();
        assert_eq!(bars.len(), 4);
        let foot = tick(&svg, "0");
        assert!(bars.iter().all(|(y, height)| is_near(y + height, foot)));
        assert!(is_near(bars[0].1, 0.0) && bars[1].1 > 0.5);
        if scale == Scale::Linear {
            assert!(is_near(bars[3].1, 2.0 * bars[2].1));
        }
    }
}

#[test]
fn labels_do_not_overlap() {
    let long = |name: &str, factor: f64| {
        Series::new(
            name,
            (0..200).map(|x| (x, factor * (x as f64).exp2().min(1e9))),
        )
    };
    let huge = Plot::lines(
        "Huge numbers",
        "n",
        states(Scale::Linear),
        vec![
            long("one", 1.0),
            long("two & a half", 2.5),
            long("four", 4.0),
        ],
    );
    let single = Plot::lines(
        "One point",
        "n",
        states(Scale::Logarithmic),
        vec![depths("", &[7])],
    );
    let far = Series::new("far", [(1_000_000, 3.0), (2_000_000_000, 4.0)]);
    let far = Plot::lines("Far", "n", states(Scale::Linear), vec![far]);
    let many = (0..MOST_SERIES)
        .map(|index| depths(&format!("series {index}"), &[1, 1000 * index as u64, 2]));
    let many = Plot::lines("Many", "n", states(Scale::Logarithmic), many.collect());
    for plot in [
        searches(),
        huge.unwrap(),
        single.unwrap(),
        far.unwrap(),
        many.unwrap(),
    ] {
        let svg = plot.to_svg();
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        let number =
            |node: Node<'_, '_>, name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
        let texts = root.descendants().filter(|node| node.has_tag_name("text"));
        let boxes: Vec<_> = texts
            .map(|text| {
                let words = text.text().unwrap_or_default();
                let width = words.chars().count() as f64 * 6.0;
                let (x, y) = (number(text, "x"), number(text, "y"));
                let class = text.attribute("class").unwrap_or_default();
                let left = match class {
                    _ if class.contains("end") => x - width,
                    _ if class.contains("middle") => x - width / 2.0,
                    _ => x,
                };
                (left, y - 9.0, left + width, y, words)
            })
            .collect();
        assert!(boxes.len() >= 6);
        for (index, one) in boxes.iter().enumerate() {
            assert!(one.0 >= 0.0 && one.2 <= number(root, "width"), "{one:?}");
            assert!(one.1 >= 0.0 && one.3 <= number(root, "height"), "{one:?}");
            for other in &boxes[index + 1..] {
                let is_apart =
                    one.2 <= other.0 || other.2 <= one.0 || one.3 <= other.1 || other.3 <= one.1;
                assert!(is_apart, "{}: {one:?} {other:?}", plot.title());
            }
        }
    }
}

#[test]
fn what_is_no_plot_is_refused_in_one_line() {
    let plot = |series| Plot::lines("A plot", "n", states(Scale::Logarithmic), series);
    let many = vec![depths("a", &[1]); MOST_SERIES + 1];
    for (series, expected) in [
        (vec![], "A plot: nothing to plot: there are no series"),
        (
            vec![depths("none", &[])],
            "A plot: the series 'none' has no points",
        ),
        (many, "series are too many to tell apart"),
        (
            vec![Series::new("a", (0..5001).map(|x| (x, 1.0)))],
            "5001 points are too many",
        ),
        (
            vec![Series::new("a", [(3, f64::NAN)])],
            "invalid value NaN at 3",
        ),
        (vec![Series::new("a", [(3, -1.0)])], "invalid value -1 at 3"),
    ] {
        let error = plot(series).unwrap_err().to_string();
        assert!(
            error.contains(expected) && error.lines().count() == 1,
            "{error}"
        );
    }
}

/// The places of the discs of the first series in a TikZ figure, without that of the legend.
fn discs(tikz: &str) -> Vec<(f64, f64)> {
    let lines = tikz
        .lines()
        .filter_map(|line| line.strip_prefix("  \\fill[series0] ("));
    let places = lines.filter_map(|line| line.split_once(") circle")?.0.split_once(','));
    let mut places: Vec<(f64, f64)> = places
        .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
        .collect();
    places.pop();
    places
}

#[test]
fn tikz_has_the_same_points_as_svg() {
    let plot = searches();
    let (svg, tikz) = (values(&plot.to_svg()), discs(&plot.to_tikz()));
    let svg: Vec<_> = svg
        .iter()
        .filter(|(words, _, _)| words.starts_with("8 moves"))
        .collect();
    assert_eq!(svg.len(), tikz.len());
    // One linear map leads from one figure to the other.
    let [first, last] = [0, svg.len() - 1];
    let lowest = svg
        .iter()
        .zip(&tikz)
        .max_by(|a, b| a.0.2.total_cmp(&b.0.2))
        .unwrap();
    let highest = svg
        .iter()
        .zip(&tikz)
        .min_by(|a, b| a.0.2.total_cmp(&b.0.2))
        .unwrap();
    let across = (tikz[last].0 - tikz[first].0) / (svg[last].1 - svg[first].1);
    let up = (highest.1.1 - lowest.1.1) / (lowest.0.2 - highest.0.2);
    assert!(across > 0.0 && up > 0.0);
    for ((_, x, y), place) in svg.iter().zip(&tikz) {
        assert!(is_near(
            tikz[first].0 + (x - svg[first].1) * across,
            place.0
        ));
        assert!(is_near(lowest.1.1 + (lowest.0.2 - y) * up, place.1));
    }
}

#[test]
fn tikz_escapes_names_and_keeps_comments_whole() {
    let series = vec![
        Series::new("a % b_c & n > 2", [(1, 2e12), (2, 3.0)]),
        Series::scattered("loose", [(1, 5.0), (1, 7.0)]),
    ];
    let plot = Plot::lines(
        "one\u{2028}two\nthree",
        "#",
        states(Scale::Logarithmic),
        series,
    )
    .unwrap();
    let tikz = plot.to_tikz();
    assert!(tikz.starts_with("% one\u{fffd}two\n% three\n"), "{tikz}");
    assert!(tikz.contains(r"{a \% b\_c \& n $>$ 2}"), "{tikz}");
    assert!(tikz.contains("{10$^1$$^2$}"), "{tikz}");
    assert_eq!(tikz.matches("\\draw[curve,series0]").count(), 2);
    // Two points and one in the legend, and no line.
    assert!(!tikz.contains("\\draw[curve,series1]"));
    assert_eq!(tikz.matches("\\fill[series1]").count(), 3);
}

#[test]
fn plots_look_like_this() {
    insta::assert_snapshot!("plot-lines", searches().to_svg());
    let bytes = ValueAxis::new("memory", Unit::Bytes, Scale::Linear);
    let series = Series::new("k = 3", [(8, 4e5), (9, 1.25e6), (10, 3e6)]);
    let bars = Plot::bars("Memory", "n", bytes, series).unwrap();
    insta::assert_snapshot!("plot-bars", bars.to_svg());
}
