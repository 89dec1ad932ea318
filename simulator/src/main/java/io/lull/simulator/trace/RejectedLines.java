package io.lull.simulator.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines of a file that were left out.
 *
 * @param count of all
 * @param first of them, each with the file, its number and what is wrong
 */
public record RejectedLines(int count, List<String> first) {
  public static final RejectedLines NONE = new RejectedLines(0, List.of());

  /** So many are told; the others are counted. */
  private static final int MOST_TOLD = 20;

  public RejectedLines {
    first = List.copyOf(first);
  }

  static RejectedLines together(List<RejectedLines> several) {
    return new RejectedLines(
        several.stream().mapToInt(RejectedLines::count).sum(),
        several.stream().flatMap(each -> each.first().stream()).limit(MOST_TOLD).toList());
  }

  /** Takes them one by one. */
  public static final class Collector {
    private final String file;
    private final List<String> first = new ArrayList<>();
    private int count;

    public Collector(String file) {
      this.file = file;
    }

    public void add(int line, String why) {
      count++;
      if (first.size() < MOST_TOLD) {
        first.add(file + ", line " + line + ": " + why);
      }
    }

    public RejectedLines all() {
      return new RejectedLines(count, first);
    }
  }
}
