//! Reports as pages: one file each, without anything from the network, readable in the dark, on a phone and without scripts.
//!
//! | module | what |
//! |---|---|
//! | [`findings`] | findings of inconsistent code, each with its function |
//! | [`verdicts`] | what was found out about a program, with the path or the invariants beside the source |
//! | `steps` | a path as a list of steps |
//! | `flow` | the control flow of functions, with a path through it |
//! | `listing` | the source, with what is to be said beside its lines |

pub mod findings;
mod flow;
mod listing;
mod steps;
pub mod verdicts;

use std::collections::BTreeMap;

/// The lines of each file that could be read.
pub type Sources = BTreeMap<String, Vec<String>>;

/// The style that all pages share.
const STYLE: &str = include_str!("page.css");

/// What a page is made of. All but `title` and `heading` is HTML, style or script already.
#[derive(Clone, Copy, Default)]
pub(crate) struct Page<'a> {
    /// What the browser's tab says, as text.
    pub title: &'a str,
    /// The first heading, as text.
    pub heading: &'a str,
    /// What this kind of page has besides the style of all pages.
    pub style: &'a str,
    /// What stands under the heading.
    pub body: &'a str,
    /// What runs in a browser that runs scripts; empty for none.
    pub script: &'a str,
}

impl Page<'_> {
    /// The page. Its policy forbids to load anything.
    pub(crate) fn whole(self) -> String {
        let Page { title, heading, style, body, script } = self;
        let (title, heading) = (escaped(title), escaped(heading));
        let (allowed, script) = match script.is_empty() {
            true => ("", String::new()),
            false => ("; script-src 'unsafe-inline'", format!("<script>\n{script}</script>\n")),
        };
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'{allowed}\">\n\
             <title>{title}</title>\n<style>\n{STYLE}{style}</style></head><body>\n<h1>{heading}</h1>\n{body}{script}</body></html>\n"
        )
    }
}

/// Text inside HTML, as it is. Characters that HTML does not allow are shown as replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    text.chars().for_each(|c| escape(c, &mut escaped));
    escaped
}

fn escape(c: char, to: &mut String) {
    match c {
        '&' => *to += "&amp;",
        '<' => *to += "&lt;",
        '>' => *to += "&gt;",
        '"' => *to += "&quot;",
        '\t' | '\n' => to.push(c),
        c if c.is_control() => to.push(char::REPLACEMENT_CHARACTER),
        c => to.push(c),
    }
}

/// A sentence inside HTML; what stands between backquotes is code.
pub(crate) fn prose(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut in_code = false;
    for c in text.chars() {
        if c == '`' {
            escaped += if in_code { "</code>" } else { "<code>" };
            in_code = !in_code;
        } else {
            escape(c, &mut escaped);
        }
    }
    if in_code {
        escaped += "</code>";
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(prose("`a < b` & c"), "<code>a &lt; b</code> &amp; c");
        assert_eq!(prose("`open"), "<code>open</code>");
        assert_eq!(escaped("puts(\"`</script>\");\u{c}"), "puts(&quot;`&lt;/script&gt;&quot;);\u{fffd}");
    }

    #[test]
    fn pages_say_what_they_may_load() {
        let page = Page { title: "a < b", heading: "&", body: "<p>\n", ..Page::default() }.whole();
        assert!(page.contains("<title>a &lt; b</title>") && page.contains("<h1>&amp;</h1>\n<p>"), "{page}");
        assert!(!page.contains("script") && page.contains("default-src 'none'"), "{page}");
        let page = Page { script: "run();\n", ..Page::default() }.whole();
        assert!(page.contains("script-src 'unsafe-inline'") && page.contains("<script>\nrun();\n</script>"), "{page}");
    }
}
