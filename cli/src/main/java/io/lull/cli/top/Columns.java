package io.lull.cli.top;

import io.lull.cli.text.Screen;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * A table that omits the least important columns if the screen is too narrow for all.
 *
 * @param <T> what a row is about
 */
final class Columns<T> {
  private static final int GAP = 2;

  /** The last column is cut before another is omitted, but not below this width. */
  private static final int LEAST_LAST = 16;

  /**
   * @param rank the highest is omitted first; 0 never
   */
  private record Column<T>(
      String head,
      boolean right,
      int rank,
      Function<T, String> text,
      Function<T, TextStyle> tone) {}

  private final List<Column<T>> columns = new ArrayList<>();

  Columns<T> left(String head, int rank, Function<T, String> text) {
    return left(head, rank, text, _ -> TextStyle.PLAIN);
  }

  Columns<T> left(String head, int rank, Function<T, String> text, Function<T, TextStyle> tone) {
    columns.add(new Column<>(head, false, rank, text, tone));
    return this;
  }

  Columns<T> right(String head, int rank, Function<T, String> text) {
    columns.add(new Column<>(head, true, rank, text, _ -> TextStyle.PLAIN));
    return this;
  }

  /** The headings and the rows, a line each. */
  List<String> lines(List<T> rows, Screen screen) {
    final List<Column<T>> shown = new ArrayList<>(columns);
    while (width(shown, rows) > screen.columns()) {
      final Column<T> least = shown.stream().max(Comparator.comparingInt(Column::rank)).get();
      if (least.rank() == 0) {
        break;
      }
      shown.remove(least);
    }
    final Table table = new Table();
    for (final Column<T> column : shown) {
      if (column.right()) {
        table.right(column.head());
      } else {
        table.left(column.head());
      }
    }
    for (final T row : rows) {
      final Table.Row cells = table.row();
      shown.forEach(column -> cells.cell(column.text().apply(row), column.tone().apply(row)));
    }
    return table.render(screen).lines().toList();
  }

  private int width(List<Column<T>> shown, List<T> rows) {
    int width = 0;
    int last = 0;
    for (final Column<T> column : shown) {
      int widest = places(column.head());
      for (final T row : rows) {
        widest = Math.max(widest, places(column.text().apply(row)));
      }
      last = widest;
      width += widest + GAP;
    }
    return width - GAP - Math.max(0, last - LEAST_LAST);
  }

  private static int places(String text) {
    return text.codePointCount(0, text.length());
  }
}
