//! Graphs of states in the DOT language of Graphviz, which lays them out.

use crate::svg::is_unprintable;
use std::collections::{BTreeMap, BTreeSet};

/// A graph of states, to be written as DOT.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StateDiagram {
    /// The title.
    pub title: String,
    /// The states; those of one depth are drawn side by side.
    pub states: Vec<DiagramState>,
    /// The moves between them.
    pub moves: Vec<DiagramMove>,
}

/// A state in a [`StateDiagram`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DiagramState {
    /// The state, as one or more lines of monospaced text.
    pub label: String,
    /// The distance from the start.
    pub depth: u32,
    /// Whether it has a bold outline, as a start.
    pub is_bold: bool,
    /// Whether it has a double outline, as a goal.
    pub is_goal: bool,
    /// Whether it is marked.
    pub is_marked: bool,
}

/// A move in a [`StateDiagram`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DiagramMove {
    /// The index of the state before it.
    pub from: usize,
    /// The index of the state after it.
    pub to: usize,
    /// The words beside it, if any.
    pub label: String,
    /// Whether it is marked.
    pub is_marked: bool,
}

/// The colour of marks. Marked moves are bold as well, so that they differ without colour, too.
const MARKED: &str = "#0b6bcb";

impl StateDiagram {
    /// Returns the graph in the DOT language. Two opposite moves without words and marks are one line with two heads.
    ///
    /// ```
    /// use tait_draw::{DiagramMove, DiagramState, StateDiagram};
    /// let state = |label: &str, depth| DiagramState { label: label.into(), depth, ..Default::default() };
    /// let diagram = StateDiagram {
    ///     title: "one \"slide\"".to_owned(),
    ///     states: vec![state("b.", 0), state(".b", 1)],
    ///     moves: vec![DiagramMove { to: 1, label: "1".to_owned(), ..Default::default() }],
    /// };
    /// let dot = diagram.to_dot();
    /// assert!(dot.contains("label=\"one \\\"slide\\\"\""));
    /// assert!(dot.contains("s0 -> s1 [label=\"1\"];"));
    /// ```
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut text = format!(
            "digraph states {{\n  graph [label={}, labelloc=t];\n  node [shape=box, fontname=monospace];\n",
            quoted(&self.title)
        );
        for (place, state) in self.states.iter().enumerate() {
            let mut attributes = format!("label={}", quoted(state.label.trim_end_matches('\n')));
            if state.is_bold {
                attributes.push_str(", penwidth=3");
            }
            if state.is_goal {
                attributes.push_str(", peripheries=2");
            }
            if state.is_marked {
                attributes.push_str(&format!(", color=\"{MARKED}\""));
            }
            text.push_str(&format!("  s{place} [{attributes}];\n"));
        }
        let mut depths: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (place, state) in self.states.iter().enumerate() {
            depths
                .entry(state.depth)
                .or_default()
                .push(format!("s{place};"));
        }
        for states in depths.values() {
            text.push_str(&format!("  {{rank=same; {}}}\n", states.join(" ")));
        }
        let plain = self.moves.iter().filter(|step| step.is_plain());
        let plain: BTreeSet<(usize, usize)> = plain.map(|step| (step.from, step.to)).collect();
        for step in &self.moves {
            let is_both = step.is_plain() && plain.contains(&(step.to, step.from));
            if is_both && step.to < step.from {
                continue;
            }
            let mut attributes = Vec::new();
            if is_both {
                attributes.push("dir=both".to_owned());
            }
            if !step.label.is_empty() {
                attributes.push(format!("label={}", quoted(&step.label)));
            }
            if step.is_marked {
                attributes.push(format!("color=\"{MARKED}\", penwidth=2"));
            }
            let attributes = match attributes.is_empty() {
                true => String::new(),
                false => format!(" [{}]", attributes.join(", ")),
            };
            text.push_str(&format!("  s{} -> s{}{attributes};\n", step.from, step.to));
        }
        text.push_str("}\n");
        text
    }
}

impl DiagramMove {
    /// Whether it has neither words nor a mark, so that it looks the same as the way back.
    fn is_plain(&self) -> bool {
        self.label.is_empty() && !self.is_marked
    }
}

/// A text as a string of DOT, in which a line break is a backslash and an n.
fn quoted(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        line.replace(is_unprintable, "\u{fffd}")
            .replace('\\', "\\\\")
            .replace('"', "\\\"")
    });
    format!("\"{}\"", lines.collect::<Vec<_>>().join("\\n"))
}

#[cfg(test)]
mod tests {
    use super::{DiagramMove, DiagramState, StateDiagram, quoted};

    #[test]
    fn labels_cannot_leave_their_quotes() {
        assert_eq!(quoted("o.\n.o"), r#""o.\n.o""#);
        assert_eq!(
            quoted("a\"];\\n\u{7}\r"),
            "\"a\\\"];\\\\n\u{fffd}\u{fffd}\""
        );
        assert_eq!(quoted("\\\""), r#""\\\"""#);
    }

    #[test]
    fn moves_that_can_be_taken_back_are_one_line_unless_they_differ() {
        let step = |from, to, label: &str, is_marked| DiagramMove {
            from,
            to,
            label: label.to_owned(),
            is_marked,
        };
        let lines = |moves: Vec<DiagramMove>| {
            let states = vec![DiagramState::default(); 3];
            let dot = StateDiagram {
                states,
                moves,
                ..StateDiagram::default()
            };
            let dot = dot.to_dot();
            let lines = dot.lines().filter(|line| line.contains("->"));
            lines.map(str::trim).map(str::to_owned).collect::<Vec<_>>()
        };
        let both = vec![
            step(0, 1, "", false),
            step(1, 0, "", false),
            step(1, 2, "", false),
        ];
        assert_eq!(lines(both), ["s0 -> s1 [dir=both];", "s1 -> s2;"]);
        let named = vec![step(0, 1, "a", false), step(1, 0, "b", false)];
        assert_eq!(
            lines(named),
            ["s0 -> s1 [label=\"a\"];", "s1 -> s0 [label=\"b\"];"]
        );
        let marked = vec![step(0, 1, "", true), step(1, 0, "", false)];
        assert_eq!(lines(marked).len(), 2);
    }
}
