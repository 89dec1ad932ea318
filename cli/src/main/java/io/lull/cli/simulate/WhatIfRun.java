package io.lull.cli.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.Json;
import io.lull.cli.json.JsonCsv;
import io.lull.cli.text.Progress;
import io.lull.cli.text.Screen;
import io.lull.cli.text.Table;
import io.lull.simulator.comparison.PolicyFindings;
import io.lull.simulator.report.WhatIfReport;
import io.lull.simulator.trace.AvailabilityTrace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The same jobs on a grid as its history has it, and as it would be after some changes. */
public final class WhatIfRun implements SimulationFindings {
  private static final String CHANGE = "--change";
  private static final int DAYS_A_WEEK = 7;
  private static final String AS_IT_IS = "as it is";
  private static final String ALL = "all of them";

  private final List<Answer> answers;
  private final long seed;

  private record Answer(String change, ComparisonRun run) {
    PolicyFindings policy() {
      return run.findings().policies().getFirst();
    }

    /** What machines offer to jobs. */
    double offeredHours() {
      return run.findings().offered().mean() * run.hours();
    }
  }

  /**
   * What is asked for.
   *
   * @param folder for relative paths
   * @param history a trace, as {@code lull export history} writes it
   * @param recorded machines of the history were offered after their owners were away for so long
   * @param changes each by itself and, if there are several, all together
   * @param policy one
   */
  public record Request(
      Path folder,
      String history,
      Duration recorded,
      List<String> changes,
      String workload,
      String policy,
      long seed) {
    public Request {
      changes = List.copyOf(changes);
    }
  }

  private WhatIfRun(List<Answer> answers, long seed) {
    this.answers = answers;
    this.seed = seed;
  }

  public static WhatIfRun of(Request request, Progress progress) {
    final AvailabilityTrace trace =
        TraceSource.of("--history", request.history(), request.folder(), request.seed()).content();
    final int machines = trace.machines().size();
    final List<WhatIf> changes =
        request.changes().stream()
            .map(words -> {
              try {
                return WhatIf.of(words, machines, request.recorded());
              } catch (IllegalArgumentException e) {
                throw new CommandFailure(ExitCode.BAD_INPUT, CHANGE + ": " + e.getMessage(), e);
              }
            })
            .toList();
    if (changes.stream().anyMatch(WhatIf.Nodes.class::isInstance)
        && Duration.ofMillis(trace.endMillis()).toDays() < DAYS_A_WEEK) {
      throw CommandFailure.badInput(
          CHANGE
              + ": weeks of machines are drawn from the history, which is shorter than one: leave"
              + " out nodes");
    }
    // Machines are drawn either in all of them or in none, so that nothing else differs.
    final boolean drawn = changes.stream().anyMatch(WhatIf.Nodes.class::isInstance);
    final ComparisonRequest now =
        new ComparisonRequest(
            request.folder(),
            List.of(request.history()),
            request.workload(),
            request.policy(),
            drawn ? machines : 0,
            0,
            ComparisonRequest.usualCosts(Level.FAST),
            ComparisonRequest.USUAL_SPEEDUP,
            Duration.ZERO,
            Level.FAST,
            request.seed());
    final List<Answer> answers = new ArrayList<>();
    answers.add(new Answer(AS_IT_IS, ComparisonRun.of(now, progress)));
    ComparisonRequest all = now;
    for (final WhatIf change : changes) {
      answers.add(
          new Answer(
              change.words(), ComparisonRun.of(with(change, now, request.recorded()), progress)));
      all = with(change, all, request.recorded());
    }
    if (changes.size() > 1) {
      answers.add(new Answer(ALL, ComparisonRun.of(all, progress)));
    }
    return new WhatIfRun(answers, request.seed());
  }

  private static ComparisonRequest with(
      WhatIf change, ComparisonRequest before, Duration recorded) {
    return switch (change) {
      case WhatIf.Nodes nodes -> before.withNodes(nodes.of());
      case WhatIf.IdleAfter idle ->
          // The history's idle time begins when that long has passed.
          before.withRecruitment(idle.duration().minus(recorded));
      case WhatIf.Costs costs -> before.withCosts(costs.costs());
    };
  }

  @Override
  public String json() {
    return Json.text(document()) + "\n";
  }

  @Override
  public String csv() {
    return JsonCsv.of(document().path("answers"));
  }

  private ObjectNode document() {
    final ObjectNode document = JsonNodeFactory.instance.objectNode();
    final ArrayNode files = document.putArray("inputs");
    answers
        .getFirst()
        .run()
        .inputs()
        .forEach(file -> files.addObject().put("file", file.name()).put("sha256", file.sha256()));
    document
        .put("seed", seed)
        .put("level", "fast")
        .put("policy", answers.getFirst().policy().contender().title());
    final ArrayNode all = document.putArray("answers");
    for (final Answer answer : answers) {
      final PolicyFindings policy = answer.policy();
      all.addObject()
          .put("change", answer.change())
          .put("nodes", answer.run().nodes())
          .put("offeredMean", answer.run().findings().offered().mean())
          .put("offeredNodeHours", answer.offeredHours())
          .put("jobs", policy.jobs())
          .put("censored", policy.censored())
          .put("meanResponseRatio", policy.responseRatio())
          .put("meanWaitSeconds", policy.waitSeconds())
          .put("meanBoundedSlowdown", policy.slowdown().mean())
          .put("utilisation", policy.utilisation())
          .put("evictions", policy.changes().evictions());
    }
    return document;
  }

  @Override
  public Report report() {
    final ComparisonRun now = answers.getFirst().run();
    final List<String> about = new ArrayList<>();
    about.add(
        "The same jobs on the grid as its history has it, and after each change, under the policy "
            + answers.getFirst().policy().contender().title()
            + ". What owners would do differently is not known: the answers hold for people who"
            + " come and go as they did. Level of simulation: fast (whole changes at a constant"
            + " cost).");
    for (final SimulationInput<?> input : now.inputs()) {
      about.add("Input: " + input.name() + ", SHA-256 " + input.sha256() + ".");
    }
    about.add(now.workload());
    final WhatIfReport report =
        new WhatIfReport(
            answers.stream()
                .map(each ->
                    new WhatIfReport.Answer(
                        each.change(), each.run().nodes(), each.offeredHours(), each.policy()))
                .toList(),
            about);
    return new Report(report.html(), report.pictures());
  }

  @Override
  public String text(Screen screen) {
    final Table table =
        new Table()
            .left("CHANGE")
            .right("MACHINES")
            .right("OFFERED")
            .right("NODE-HOURS")
            .right("RATIO")
            .right("WAIT")
            .right("SLOWDOWN")
            .right("USED")
            .right("NOT ENDED");
    for (final Answer answer : answers) {
      final PolicyFindings policy = answer.policy();
      table
          .row()
          .cell(answer.change())
          .cell(answer.run().nodes())
          .cell(two(answer.run().findings().offered().mean()))
          .cell(Math.round(answer.offeredHours()))
          .cell(two(policy.responseRatio()))
          .cell(Math.round(policy.waitSeconds()) + " s")
          .cell(two(policy.slowdown().mean()))
          .cell(Math.round(100 * policy.utilisation()) + " %")
          .cell(policy.censored());
    }
    return table.render(screen);
  }

  private static String two(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }
}
