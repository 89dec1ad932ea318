package io.lull.cli.demo;

import io.lull.cli.local.GridSnapshot;
import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.Lines;
import io.lull.cli.text.Screen;
import io.lull.cli.text.TextStyle;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The live view as lines: the grid's partition beside nodes and events, and the job's progress
 * below.
 */
final class DemoPage {
  private static final int WIDEST = 118;
  private static final int HIGHEST_MAP = 20;
  private static final int LOWEST_MAP = 8;
  private static final int LINES_AROUND_MAP = 7;
  private static final int LEAST_EVENTS = 3;
  private static final Pattern AMOUNT = Pattern.compile("(\\d) ([A-Za-z])");
  private static final String MARGIN = "  ";
  private static final int NAME_COLUMNS = 9;
  private static final int STATE_COLUMNS = 10;
  private static final int RANK_COLUMNS = 9;
  private static final int TIME_COLUMNS = 6;

  /** With room for this many, each node may have two lines. */
  private static final int ROOMY_EVENTS = 7;

  private static final int DEED = 222;
  private static final int FULL = 114;
  private static final int EMPTY = 238;

  /** A past line, with its time since the start. */
  record Remark(Duration at, String line, boolean deed) {}

  private final String title;
  private final Screen screen;
  private final TerminalColour ink;
  private final int columns;
  private final int mapLines;

  /**
   * @param title what is computed, on what
   * @param rows the terminal's height
   */
  DemoPage(String title, Screen screen, int rows) {
    this.title = title;
    this.screen = screen;
    this.ink = new TerminalColour(screen.colours());
    this.columns = Math.min(screen.columns() - 1, WIDEST);
    this.mapLines = Math.clamp(rows - LINES_AROUND_MAP, LOWEST_MAP, HIGHEST_MAP);
  }

  List<String> lines(GridSnapshot sight, List<Remark> remarks, Duration elapsed) {
    final List<NodeView> nodes =
        sight.nodes().stream().sorted(Comparator.comparing(NodeView::getName)).toList();
    final List<String> lines = new ArrayList<>();
    final String time = clock(elapsed);
    lines.add("");
    lines.add(
        MARGIN
            + ink.strong("lull")
            + MARGIN
            + pad(cut(title, columns - 14), columns - 14)
            + ink.quiet(time));
    lines.add("");
    final List<String> map = map(sight.job(), nodes);
    final int side = columns - mapColumns() - 3 * MARGIN.length();
    final List<String> beside = beside(sight, nodes, remarks, side);
    for (int i = 0; i < mapLines; i++) {
      lines.add(MARGIN + map.get(i) + MARGIN + (i < beside.size() ? beside.get(i) : ""));
    }
    lines.add("");
    lines.addAll(progress(sight.job()));
    return lines.stream().map(line -> Lines.clip(line, columns)).toList();
  }

  /** A terminal's cell is about twice as high as it is wide, and the grid is square. */
  private int mapColumns() {
    return Math.min(2 * mapLines, columns * 2 / 5);
  }

  private List<String> map(@Nullable JobView job, List<NodeView> nodes) {
    final List<String> names = nodes.stream().map(NodeView::getName).toList();
    final boolean still = job == null || !job.getState().equals(JobState.RUNNING.wire());
    return new PartitionMap(
            job == null ? JobView.getDefaultInstance() : job,
            mapColumns(),
            mapLines,
            ink,
            names::indexOf,
            still)
        .draw();
  }

  private List<String> beside(
      GridSnapshot sight, List<NodeView> nodes, List<Remark> remarks, int width) {
    final boolean roomy = 2 * nodes.size() + ROOMY_EVENTS <= mapLines;
    final List<String> lines = new ArrayList<>();
    final int room = Math.max(1, mapLines - LEAST_EVENTS - 1);
    for (int i = 0; i < nodes.size() && i < room; i++) {
      lines.addAll(node(nodes.get(i), i, sight.job(), width, roomy));
    }
    if (nodes.size() > room) {
      lines.set(room - 1, ink.quiet("and " + (nodes.size() - room + 1) + " more"));
    }
    lines.add("");
    final List<String> told = new ArrayList<>();
    remarks.forEach(remark -> told.addAll(remark(remark, width)));
    lines.addAll(told.subList(Math.max(0, told.size() - (mapLines - lines.size())), told.size()));
    return lines;
  }

  private List<String> remark(Remark remark, int width) {
    final List<String> lines = new ArrayList<>();
    for (final String part : wrap(remark.line(), width - TIME_COLUMNS)) {
      lines.add(
          (lines.isEmpty() ? ink.quiet(clock(remark.at())) + " " : " ".repeat(TIME_COLUMNS))
              + (remark.deed() ? ink.on(DEED, part) : part));
    }
    return lines;
  }

  private List<String> node(
      NodeView node, int index, @Nullable JobView job, int width, boolean roomy) {
    final String state = node.getState();
    final String rank = rank(node, job);
    final String head =
        ink.on(TerminalColour.node(index), "■")
            + " "
            + ink.strong(pad(node.getName(), NAME_COLUMNS))
            + TextStyle.ofState(state).on(screen, pad(state, STATE_COLUMNS))
            + pad(rank, RANK_COLUMNS);
    if (roomy) {
      return List.of(head, "  " + ink.quiet(cut(node.getReason(), width - 2)));
    }
    final int left = width - 2 - NAME_COLUMNS - STATE_COLUMNS - RANK_COLUMNS;
    return List.of(head + ink.quiet(cut(node.getReason(), left)));
  }

  private static String rank(NodeView node, @Nullable JobView job) {
    return job == null
        ? ""
        : job.getWorkersList().stream()
            .filter(w -> w.getNode().equals(node.getName()) && w.getRowTo() > w.getRowFrom())
            .map(WorkerView::getRank)
            .findFirst()
            .map(number -> "rank " + number)
            .orElse("");
  }

  private List<String> progress(@Nullable JobView job) {
    if (job == null) {
      return List.of(MARGIN + ink.quiet("the job is not submitted yet"), "");
    }
    final String state = pad(job.getState(), 14);
    final String share =
        String.format(
            Locale.ROOT,
            " %3.0f %%  %d of %d",
            100 * job.getProgress(),
            job.getIteration(),
            job.getIterations());
    final int bar = Math.max(10, columns - 2 * MARGIN.length() - 14 - share.length());
    final int full = (int) Math.round(Math.clamp(job.getProgress(), 0.0, 1.0) * bar);
    final String first =
        MARGIN
            + TextStyle.ofState(job.getState()).on(screen, state)
            + ink.on(FULL, "━".repeat(full))
            + ink.on(EMPTY, ink.wanted() ? "━".repeat(bar - full) : "┄".repeat(bar - full))
            + share;
    final List<String> parts = new ArrayList<>();
    if (job.getEpoch() > 0) {
      parts.add("epoch " + job.getEpoch());
    }
    if (job.getCheckpoints().getCount() > 0) {
      parts.add(HumanFormat.count(job.getCheckpoints().getCount(), "checkpoint"));
    }
    if (job.getSecondsPerIteration() > 0) {
      parts.add(HumanFormat.millis(1000 * job.getSecondsPerIteration()) + " an iteration");
    }
    final String more = job.getPending().isEmpty() ? job.getReason() : job.getPending();
    if (!more.isEmpty()) {
      parts.add(more);
    }
    return List.of(
        first, MARGIN + ink.quiet(cut(String.join(" · ", parts), columns - MARGIN.length())));
  }

  private static String clock(Duration elapsed) {
    return String.format(Locale.ROOT, "%2d:%02d", elapsed.toMinutes(), elapsed.toSecondsPart());
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.codePointCount(0, text.length())));
  }

  /** Words on as many lines as they need; a number stays with its unit. */
  private static List<String> wrap(String text, int width) {
    final List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (final String part : AMOUNT.matcher(text).replaceAll("$1\u00a0$2").split(" ", -1)) {
      final String word = part.replace('\u00a0', ' ');
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line = new StringBuilder();
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(cut(line.toString(), width));
    return lines;
  }

  private static String cut(String text, int width) {
    if (width <= 1) {
      return "";
    }
    return text.codePointCount(0, text.length()) <= width
        ? text
        : text.substring(0, text.offsetByCodePoints(0, width - 1)) + "…";
  }
}
