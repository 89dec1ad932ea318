package io.lull.cli.command;

import io.lull.protocol.model.LogEnd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what is new in a job's log. Only the end of each worker's log is available, so the lines
 * that were shown before are found again in it.
 */
final class LogTail {
  /** A forgotten worker's lines are shown once more. */
  static final int MAX_WORKERS = 256;

  /** Replaces lines that came and went between two queries. */
  static final String GAP = LogEnd.CUT;

  private static final Pattern HEAD = Pattern.compile("--- (\\S+) on \\S+, which (ended: )?.*");
  private static final Pattern LEFT_OUT = Pattern.compile("--- \\d+ more run now, which .*");

  private final LinkedHashMap<String, Part> known = new LinkedHashMap<>();
  private String shown = "";

  /** How many lines of a complete log were shown. */
  private int whole;

  /**
   * One worker's lines.
   *
   * @param worker empty for lines without a worker's heading
   */
  private record Part(String worker, String head, boolean ended, List<String> lines) {}

  /**
   * The lines to show.
   *
   * @param log the coordinator's present answer
   */
  List<String> in(String log) {
    final List<String> news = new ArrayList<>();
    for (final Part part : parts(log)) {
      if (part.worker().isEmpty()) {
        news.addAll(
            whole > 0
                ? part.lines().subList(Math.min(whole, part.lines().size()), part.lines().size())
                : ofWhole(part.lines()));
        whole = part.lines().size();
      } else {
        final Optional<Part> before = Optional.ofNullable(known.putLast(part.worker(), part));
        final List<String> fresh =
            before.map(b -> after(b.lines(), part.lines())).orElse(part.lines());
        final boolean turned = before.map(b -> b.ended() != part.ended()).orElse(true);
        if (turned || !fresh.isEmpty()) {
          under(part.head(), news);
        }
        news.addAll(fresh);
      }
    }
    while (known.size() > MAX_WORKERS) {
      known.pollFirstEntry();
    }
    return news;
  }

  private void under(String head, List<String> news) {
    if (!head.equals(shown)) {
      news.add(head);
      shown = head;
    }
  }

  private static List<Part> parts(String log) {
    final List<Part> parts = new ArrayList<>();
    Part present = new Part("", "", false, new ArrayList<>());
    for (final String line : log.lines().toList()) {
      final Matcher head = HEAD.matcher(line);
      if (head.matches()) {
        parts.add(present);
        present = new Part(head.group(1), line, head.group(2) != null, new ArrayList<>());
      } else if (LEFT_OUT.matcher(line).matches()) {
        parts.add(present);
        present = new Part("more", line, false, new ArrayList<>());
      } else {
        present.lines().add(line);
      }
    }
    parts.add(present);
    if (parts.getFirst().lines().isEmpty()) {
      parts.removeFirst();
    }
    return parts;
  }

  /** A worker's lines beyond those shown before. */
  private static List<String> after(List<String> before, List<String> now) {
    final List<String> seen = withoutEnd(before);
    if (seen.isEmpty()) {
      return now;
    }
    for (int n = Math.min(seen.size(), now.size()); n > 0; n--) {
      if (matches(seen.subList(seen.size() - n, seen.size()), now, 0)) {
        return beyond(seen, now, n);
      }
    }
    final List<String> all = new ArrayList<>();
    all.add(GAP);
    all.addAll(now);
    return all;
  }

  /**
   * One worker's log is complete when the job has ended: the lines shown last are in its middle.
   */
  private List<String> ofWhole(List<String> log) {
    final List<Part> longest =
        known.values().stream()
            .sorted(Comparator.comparingInt((Part part) -> part.lines().size()).reversed())
            .toList();
    for (final Part part : longest) {
      final List<String> seen = withoutEnd(part.lines());
      for (int at = log.size() - seen.size(); at >= 0 && !seen.isEmpty(); at--) {
        if (matches(seen, log, at)) {
          final List<String> fresh = beyond(seen, log, at + seen.size());
          final List<String> news = new ArrayList<>();
          if (!fresh.isEmpty()) {
            under("--- " + part.worker() + ", final log", news);
          }
          news.addAll(fresh);
          return news;
        }
      }
    }
    final List<String> news = new ArrayList<>();
    if (!known.isEmpty()) {
      under("--- the stored log", news);
    }
    news.addAll(log);
    return news;
  }

  /** Whether these lines occur here; the last may have been incomplete. */
  private static boolean matches(List<String> lines, List<String> in, int at) {
    final int last = lines.size() - 1;
    return in.get(at + last).startsWith(lines.get(last).stripTrailing())
        && lines.subList(0, last).equals(in.subList(at, at + last));
  }

  /** The following lines, and the one before if it has grown. */
  private static List<String> beyond(List<String> seen, List<String> now, int from) {
    final boolean grown = !now.get(from - 1).stripTrailing().equals(seen.getLast().stripTrailing());
    return now.subList(grown ? from - 1 : from, now.size());
  }

  /** The coordinator omits blank lines at an end. */
  private static List<String> withoutEnd(List<String> lines) {
    int size = lines.size();
    while (size > 0 && lines.get(size - 1).isBlank()) {
      size--;
    }
    return lines.subList(0, size);
  }
}
