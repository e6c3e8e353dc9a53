//! Tables on a terminal.

/// Rows of cells under headings, aligned when printed.
#[derive(Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

/// Longest cell that is printed whole.
const WIDEST: usize = 60;

impl Table {
    /// An empty table with these headings.
    pub(crate) fn new(headings: &[&str]) -> Self {
        Self { rows: vec![headings.iter().map(|&heading| heading.to_owned()).collect()] }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells.iter().map(|cell| one_line(cell)).collect());
    }

    /// Prints it to the standard output.
    pub(crate) fn print(&self) {
        print!("{}", self.text());
    }

    /// As it is printed.
    pub(crate) fn text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        };
        let mut lines = self.rows.iter().map(line);
        let heading = lines.next().unwrap_or_default();
        let rule: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
        format!("{heading}{}\n{}", rule.join("──"), lines.collect::<String>())
    }
}

fn one_line(cell: &str) -> String {
    let cell = cell.split_whitespace().collect::<Vec<_>>().join(" ");
    if cell.chars().count() <= WIDEST {
        return cell;
    }
    cell.chars().take(WIDEST - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_long_cells_cut() {
        let mut table = Table::new(&["field", "value"]);
        table.row(vec!["City".to_owned(), "Zürich".to_owned()]);
        table.row(vec!["Cover letter".to_owned(), "a\nb ".repeat(40)]);
        let long = "a b ".repeat(40).chars().take(WIDEST - 1).collect::<String>() + "…";
        let expected = format!(
            "field         value\n{}\nCity          Zürich\nCover letter  {long}\n",
            "─".repeat(12 + 2 + WIDEST)
        );
        assert_eq!(table.text(), expected);
    }
}
