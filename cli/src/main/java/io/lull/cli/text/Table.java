package io.lull.cli.text;

import io.lull.protocol.text.VisibleText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Aligned columns under their headings; on a narrow terminal the last column is cut. */
public final class Table {
  private static final String GAP = "  ";

  private record Column(String head, boolean right) {}

  private record Cell(String text, TextStyle tone) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<List<Cell>> rows = new ArrayList<>();

  public Table left(String head) {
    columns.add(new Column(head, false));
    return this;
  }

  public Table right(String head) {
    columns.add(new Column(head, true));
    return this;
  }

  public Row row() {
    final List<Cell> cells = new ArrayList<>();
    rows.add(cells);
    return new Row(cells);
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The cells of one line, from left to right. */
  public static final class Row {
    private final List<Cell> cells;

    private Row(List<Cell> cells) {
      this.cells = cells;
    }

    public Row cell(Object text) {
      return cell(text, TextStyle.PLAIN);
    }

    public Row cell(Object text, TextStyle tone) {
      cells.add(new Cell(VisibleText.line(String.valueOf(text)), tone));
      return this;
    }
  }

  /** Lines, each with its end. */
  public String render(Screen screen) {
    final int[] widths = new int[columns.size()];
    Arrays.setAll(widths, i -> width(columns.get(i).head()));
    for (final List<Cell> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], width(row.get(i).text()));
      }
    }
    final int last = columns.size() - 1;
    int before = 0;
    for (int i = 0; i < last; i++) {
      before += widths[i] + GAP.length();
    }
    widths[last] = Math.min(widths[last], Math.max(8, screen.columns() - before));
    final StringBuilder out = new StringBuilder();
    final List<Cell> heads =
        columns.stream().map(column -> new Cell(column.head(), TextStyle.QUIET)).toList();
    line(out, heads, widths, screen);
    rows.forEach(row -> line(out, row, widths, screen));
    return out.toString();
  }

  private void line(StringBuilder out, List<Cell> cells, int[] widths, Screen screen) {
    for (int i = 0; i < cells.size(); i++) {
      final Cell cell = cells.get(i);
      final String text = fit(cell.text(), widths[i]);
      final String pad = " ".repeat(widths[i] - width(text));
      final String toned = cell.tone().on(screen, text);
      if (columns.get(i).right()) {
        out.append(pad).append(toned);
      } else {
        out.append(toned).append(i < cells.size() - 1 ? pad : "");
      }
      if (i < cells.size() - 1) {
        out.append(GAP);
      }
    }
    out.append('\n');
  }

  private static String fit(String text, int width) {
    return width(text) <= width
        ? text
        : text.substring(0, text.offsetByCodePoints(0, width - 1)) + "…";
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
