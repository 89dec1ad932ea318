package io.lull.cli.availability;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.protocol.wire.HistoryPart;
import io.lull.protocol.wire.NodeUseChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The history of nodes as a trace that {@code lull simulate} reads: lines of
 * machine,start_s,end_s,state, where A is available, R runs a job, U is in use and O is offline.
 * Seconds count from the trace's beginning, which a comment names.
 */
public final class HistoryTrace implements Consumer<HistoryPart> {
  /** As many as a simulation reads. */
  private static final int MOST_INTERVALS = 500_000;

  private final Map<String, Open> open = new HashMap<>();
  private final Map<String, List<Interval>> intervals = new TreeMap<>();
  private long beginMillis = -1;
  private long endMillis;
  private int count;

  private record Open(long fromMillis, String use) {}

  private record Interval(long fromMillis, long untilMillis, String use) {}

  @Override
  public void accept(HistoryPart part) {
    if (beginMillis < 0) {
      beginMillis = part.getFrom();
    }
    endMillis = part.getUntil();
    part.getChangesList().forEach(this::change);
  }

  private void change(NodeUseChange change) {
    close(change.getNode(), change.getAt());
    open.put(change.getNode(), new Open(change.getAt(), change.getUse()));
  }

  private void close(String node, long atMillis) {
    final @Nullable Open before = open.remove(node);
    if (before != null && before.fromMillis() < atMillis) {
      if (++count > MOST_INTERVALS) {
        throw new CommandFailure(
            ExitCode.BAD_INPUT,
            "--since: this history has more than "
                + MOST_INTERVALS
                + " intervals: export a shorter one");
      }
      intervals
          .computeIfAbsent(node, _ -> new ArrayList<>())
          .add(new Interval(before.fromMillis(), atMillis, before.use()));
    }
  }

  /** Whether nothing is known. */
  public boolean empty() {
    return open.isEmpty() && intervals.isEmpty();
  }

  /** When it begins, in epoch milliseconds. */
  public long beginMillis() {
    return beginMillis;
  }

  /** When it ends. */
  public long endMillis() {
    return endMillis;
  }

  /** Its machines. */
  public int machines() {
    end();
    return intervals.size();
  }

  private void end() {
    List.copyOf(open.keySet()).forEach(node -> close(node, endMillis));
  }

  /** With the machines' names. */
  public String csv() {
    end();
    final Map<String, String> names = new HashMap<>();
    intervals.keySet().forEach(name -> names.put(name, name));
    return csv(names);
  }

  /**
   * With numbers instead of names, which say nothing of the names.
   *
   * @param chance by which numbers are dealt
   */
  public String pseudonymousCsv(RandomGenerator chance) {
    end();
    final List<String> dealt = new ArrayList<>(intervals.keySet());
    for (int i = dealt.size(); i > 1; i--) {
      Collections.swap(dealt, i - 1, chance.nextInt(i));
    }
    final Map<String, String> names = new HashMap<>();
    dealt.forEach(name -> names.put(name, String.format(Locale.ROOT, "m%04d", names.size() + 1)));
    return csv(names);
  }

  private String csv(Map<String, String> names) {
    final Map<String, List<Interval>> byName = new TreeMap<>();
    intervals.forEach((node, each) -> byName.put(names.getOrDefault(node, node), each));
    final StringBuilder lines =
        new StringBuilder("machine,start_s,end_s,state\n# began ")
            .append(Instant.ofEpochMilli(beginMillis))
            .append('\n');
    byName.forEach((name, each) ->
        each.forEach(interval ->
            lines
                .append(name)
                .append(',')
                .append(seconds(interval.fromMillis()))
                .append(',')
                .append(seconds(interval.untilMillis()))
                .append(',')
                .append(state(interval.use()))
                .append('\n')));
    return lines.toString();
  }

  private String seconds(long millis) {
    final long since = millis - beginMillis;
    return String.format(Locale.ROOT, "%d.%03d", since / 1000, since % 1000);
  }

  private static char state(String use) {
    return switch (use) {
      case "available" -> 'A';
      case "running" -> 'R';
      case "offline" -> 'O';
      default -> 'U';
    };
  }
}
