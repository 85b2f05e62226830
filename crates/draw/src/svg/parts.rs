//! Parts of every figure: escaped text, a heading, and a head with colours.

use crate::face::Ground;

/// Escapes a text for XML and HTML, between tags or in an attribute. Control characters become the replacement
/// character, as XML allows hardly any of them.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace(is_unprintable, "\u{fffd}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Whether a character has no place in a document, as XML or TeX refuses it, or ends a line or a comment there.
pub(crate) fn is_unprintable(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
}

/// The title and the subtitle, which is broken where it gets wider than the figure, and the height of both.
pub(crate) fn heading(title: &str, subtitle: &str, width: usize) -> (String, usize) {
    const LETTER: usize = 7;
    let mut text = format!(
        "<text class=\"heading\" x=\"16\" y=\"24\">{}</text>\n",
        escaped(title)
    );
    let mut y = 26;
    let mut line = String::new();
    let mut put = |line: &str| {
        y += 16;
        text.push_str(&format!(
            "<text class=\"faint\" x=\"16\" y=\"{y}\">{}</text>\n",
            escaped(line)
        ));
    };
    for word in subtitle.split_whitespace() {
        if !line.is_empty() && (line.chars().count() + word.chars().count()) * LETTER + 32 > width {
            put(&line);
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    put(&line);
    (text, y)
}

/// The beginning of every figure.
pub(super) fn head(width: usize, height: usize, title: &str, description: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"title description\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n<style>{LIGHT}{}\
         @media (prefers-color-scheme:dark){{{DARK}{}}}</style>\n\
         <rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n",
        escaped(title),
        escaped(description),
        Ground::Light.coins(EDGE),
        Ground::Dark.coins(EDGE)
    )
}

/// The width of the edge of a coin.
const EDGE: f64 = 1.3;

/// Colours on a light ground, besides those of coins.
const LIGHT: &str = "\
    text{fill:#1c1c22}.ground{fill:#fff}.faint{fill:#5c5c68}.heading{font-size:15px;font-weight:600}\
    .middle{text-anchor:middle}.end{text-anchor:end}.code{font-family:ui-monospace,monospace;white-space:pre}\
    .stays{fill:#dfe5f2}.moved{fill:none;stroke:#0b6bcb;stroke-width:2}.added{fill:none;stroke:#1c1c22;stroke-width:1.3;stroke-dasharray:4 2}\
    .line{stroke:#d4d4dc;stroke-width:1}.dot{fill:#c4c4cc}.goal{fill:none;stroke:#2b8a4b;stroke-width:1.6;stroke-dasharray:2 2}\
    .arrow{fill:none;stroke:#0b6bcb;stroke-width:2.4;stroke-linecap:round}.head{fill:#0b6bcb}";

/// The same on a dark ground.
const DARK: &str = "\
    text{fill:#f2f2f5}.ground{fill:#121216}.faint{fill:#a9a9b6}\
    .stays{fill:#2a3347}.moved{stroke:#6cb6ff}.added{stroke:#f2f2f5}\
    .line{stroke:#33333d}.dot{fill:#4a4a56}.goal{stroke:#6fd08c}.arrow{stroke:#6cb6ff}.head{fill:#6cb6ff}";
