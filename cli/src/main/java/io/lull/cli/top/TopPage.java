package io.lull.cli.top;

import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.JobWords;
import io.lull.cli.text.Lines;
import io.lull.cli.text.Screen;
import io.lull.cli.text.TextStyle;
import io.lull.protocol.model.JobState;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The view as lines that fit onto the screen. */
public final class TopPage {
  /** For output that need not fit onto a screen. */
  public static final int ANY_HEIGHT = Integer.MAX_VALUE;

  private static final String MARGIN = " ";
  private static final int WIDEST_TITLE = 100;
  private static final int BAR_CELLS = 10;
  private static final int CORES_BAR_CELLS = 24;
  private static final int COUNT_PLACES = 5;
  private static final String KEYS = "q quits";

  /** Title, blank, three summaries, blank, heads, blank, heads, last line. */
  private static final int LINES_AROUND = 10;

  /** Each list has at least a row, or the line with its count. */
  private static final int LEAST_ROWS = 1;

  private static final Columns<JobView> JOBS =
      new Columns<JobView>()
          .left("JOB", 0, JobView::getId, _ -> TextStyle.STRONG)
          .left("NAME", 3, JobView::getName)
          .left("USER", 5, JobView::getUser)
          .left("STATE", 0, JobView::getState, job -> TextStyle.ofState(job.getState()))
          .left("WORKERS", 2, JobWords::workers)
          .left("DONE", 1, TopPage::done)
          .right("ITERATION", 4, JobWords::iteration)
          .right("EACH", 6, TopPage::each)
          .left("REMARK", 7, JobWords::remark, _ -> TextStyle.QUIET);

  private final Screen screen;
  private final int rows;
  private final ZoneId zone;

  /**
   * @param rows the screen's height
   */
  public TopPage(Screen screen, int rows, ZoneId zone) {
    this.screen = screen;
    this.rows = rows;
    this.zone = zone;
  }

  /**
   * @param notice about the view itself; empty: none
   */
  public List<String> lines(TopSnapshot glance, String notice) {
    final List<String> lines = new ArrayList<>();
    lines.add(title(glance));
    lines.add("");
    lines.addAll(summary(glance));
    lines.add("");
    final int body = rows == ANY_HEIGHT ? ANY_HEIGHT : rows - LINES_AROUND;
    final int jobs = jobRows(glance, body);
    lines.addAll(list(JOBS, glance.jobs(), jobs, "job", "No current jobs."));
    lines.add("");
    lines.addAll(
        list(
            nodes(glance),
            glance.nodes(),
            rows == ANY_HEIGHT ? ANY_HEIGHT : Math.max(LEAST_ROWS, body - jobs),
            "node",
            "No machines. Start an agent on one: see lull agent --help."));
    final String last = last(notice);
    final List<String> whole =
        rows == ANY_HEIGHT ? lines : lines.subList(0, Math.min(lines.size(), rows - 1));
    final List<String> fitted = new ArrayList<>();
    for (final String line : whole) {
      fitted.add(line.isEmpty() ? "" : Lines.clip(MARGIN + line, screen.columns()));
    }
    while (rows != ANY_HEIGHT && fitted.size() < rows - 1) {
      fitted.add("");
    }
    if (!last.isEmpty()) {
      fitted.add(Lines.clip(MARGIN + last, screen.columns()));
    }
    return fitted;
  }

  /**
   * Jobs are fewer than nodes: they get the rows that they need, up to half of the screen or the
   * rest.
   */
  private static int jobRows(TopSnapshot glance, int body) {
    if (body == ANY_HEIGHT) {
      return ANY_HEIGHT;
    }
    final int jobs = Math.max(LEAST_ROWS, glance.jobs().size());
    final int nodes = Math.max(LEAST_ROWS, glance.nodes().size());
    return Math.max(LEAST_ROWS, Math.min(jobs, Math.max(body / 2, body - nodes)));
  }

  private String title(TopSnapshot glance) {
    final String time = HumanFormat.moment(glance.atMillis(), zone);
    final String name = "lull top";
    final int gap = Math.min(screen.columns(), WIDEST_TITLE) - 2 - name.length() - time.length();
    return TextStyle.STRONG.on(screen, name)
        + " ".repeat(Math.max(2, gap))
        + TextStyle.QUIET.on(screen, time);
  }

  private List<String> summary(TopSnapshot glance) {
    final TopSnapshot.Cores cores = glance.cores();
    return List.of(
        counted("nodes", glance.nodes().size(), states(glance.nodesByState(), NodeState::wire)),
        counted("jobs", glance.jobs().size(), states(glance.jobsByState(), JobState::wire)),
        counted("cores", cores.all(), cores(cores)));
  }

  private String counted(String what, int all, String parts) {
    return TextStyle.QUIET.on(screen, what)
        + " ".repeat(COUNT_PLACES - what.length())
        + TextStyle.STRONG.on(screen, String.format(Locale.ROOT, "%5d", all))
        + "   "
        + parts;
  }

  private <S> String states(Map<S, Integer> counts, Function<S, String> word) {
    return counts.entrySet().stream()
        .map(each -> {
          final String state = word.apply(each.getKey());
          return each.getValue() + " " + TextStyle.ofState(state).on(screen, state);
        })
        .collect(Collectors.joining(TextStyle.QUIET.on(screen, " · ")));
  }

  private String cores(TopSnapshot.Cores cores) {
    if (cores.all() == 0) {
      return "";
    }
    return TextStyle.GOOD.on(
            screen, HumanFormat.bar((double) cores.atWork() / cores.all(), CORES_BAR_CELLS))
        + "  "
        + cores.atWork()
        + " at work"
        + TextStyle.QUIET.on(screen, " · ")
        + cores.free()
        + " free"
        + TextStyle.QUIET.on(screen, " · ")
        + cores.withOwners()
        + " with owners";
  }

  private static String done(JobView job) {
    return HumanFormat.bar(job.getProgress(), BAR_CELLS)
        + String.format(Locale.ROOT, "%5s", HumanFormat.percent(job.getProgress()));
  }

  private static String each(JobView job) {
    return job.getSecondsPerIteration() > 0
        ? HumanFormat.millis(1000 * job.getSecondsPerIteration())
        : "–";
  }

  private static Columns<NodeView> nodes(TopSnapshot glance) {
    return new Columns<NodeView>()
        .left("NODE", 0, NodeView::getName, _ -> TextStyle.STRONG)
        .left("STATE", 0, NodeView::getState, node -> TextStyle.ofState(node.getState()))
        .right("FOR", 4, node -> since(glance, node))
        .right("OWNER IDLE", 3, TopPage::ownerIdle)
        .right("OWNER CPU", 2, node -> node.getReduced() ? "–" : here(node, node.getOwnerCpu()))
        .right("GUEST CPU", 1, node -> here(node, node.getGuestCpu()))
        .left("JOB", 1, JobWords::of)
        .left("REASON", 5, NodeView::getReason, _ -> TextStyle.QUIET);
  }

  private static String since(TopSnapshot glance, NodeView node) {
    return node.getSince() == 0
        ? "–"
        : HumanFormat.duration(Duration.ofMillis(Math.max(0, glance.atMillis() - node.getSince())));
  }

  private static String ownerIdle(NodeView node) {
    return TopSnapshot.state(node) == NodeState.OFFLINE
        ? "–"
        : HumanFormat.duration(Duration.ofMillis((long) (1000 * node.getOwnerIdleSeconds())));
  }

  private static String here(NodeView node, double share) {
    return TopSnapshot.state(node) == NodeState.OFFLINE ? "–" : HumanFormat.percent(share);
  }

  private <T> List<String> list(
      Columns<T> columns, List<T> all, int room, String noun, String none) {
    if (all.isEmpty()) {
      return List.of(TextStyle.QUIET.on(screen, none));
    }
    final int shown = all.size() <= room ? all.size() : Math.max(0, room - 1);
    final Screen inside =
        new Screen(screen.terminal(), screen.columns() - MARGIN.length() - 1, screen.colours());
    final List<String> lines = new ArrayList<>(columns.lines(all.subList(0, shown), inside));
    if (shown < all.size()) {
      lines.add(
          TextStyle.QUIET.on(
              screen,
              "… " + HumanFormat.count(all.size() - shown, shown == 0 ? noun : "more " + noun)));
    }
    return lines;
  }

  private String last(String notice) {
    if (!notice.isEmpty()) {
      return TextStyle.CARE.on(screen, notice);
    }
    return rows == ANY_HEIGHT ? "" : TextStyle.QUIET.on(screen, KEYS);
  }
}
