package io.lull.cli.simulate;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.Json;
import io.lull.cli.text.Progress;
import io.lull.cli.text.Screen;
import io.lull.cli.text.Table;
import io.lull.protocol.text.VisibleText;
import io.lull.simulator.comparison.Contender;
import io.lull.simulator.comparison.PolicyComparison;
import io.lull.simulator.comparison.PolicyFindings;
import io.lull.simulator.exact.ExactRun;
import io.lull.simulator.report.ComparisonReport;
import io.lull.simulator.sharing.ChangeCost;
import io.lull.simulator.sharing.ParallelJob;
import io.lull.simulator.sharing.Speedup;
import io.lull.simulator.trace.AvailabilityTrace;
import io.lull.simulator.trace.OfferCalendar;
import io.lull.simulator.trace.OfferTimes;
import io.lull.simulator.trace.ResampledTrace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** One comparison of policies, from traces and a workload to a report. */
public final class ComparisonRun {
  private static final int DAYS_A_WEEK = 7;
  private static final double MILLIS_AN_HOUR = 3_600_000;

  private final List<SimulationInput<?>> inputs;
  private final Request request;
  private final String workload;
  private final int nodes;
  private final double hours;
  private final PolicyComparison.Findings findings;

  /**
   * What is asked for.
   *
   * @param folder for relative paths
   * @param traces files
   * @param workload a file or a specification
   * @param policies names with commas between; empty: all
   * @param nodes machines, drawn at random from those of the traces; 0: the traces' own
   * @param days of the simulation, drawn at random from the weeks of the traces; 0: the traces' own
   * @param costs of changes, at the fast level
   */
  public record Request(
      Path folder,
      List<String> traces,
      String workload,
      String policies,
      int nodes,
      int days,
      String costs,
      String speedup,
      Duration recruitment,
      Level level,
      long seed) {
    public static final String USUAL_WORKLOAD = WorkloadSource.USUAL;
    public static final String USUAL_COSTS = CostSource.USUAL;
    public static final String USUAL_SPEEDUP = SpeedupModel.USUAL;

    public Request {
      traces = List.copyOf(traces);
    }

    Request withNodes(int other) {
      return new Request(
          folder,
          traces,
          workload,
          policies,
          other,
          days,
          costs,
          speedup,
          recruitment,
          level,
          seed);
    }

    Request withCosts(String other) {
      return new Request(
          folder,
          traces,
          workload,
          policies,
          nodes,
          days,
          other,
          speedup,
          recruitment,
          level,
          seed);
    }

    Request withRecruitment(Duration other) {
      return new Request(
          folder, traces, workload, policies, nodes, days, costs, speedup, other, level, seed);
    }
  }

  private ComparisonRun(
      List<SimulationInput<?>> inputs,
      Request request,
      String workload,
      AvailabilityTrace trace,
      PolicyComparison.Findings findings) {
    this.inputs = inputs;
    this.request = request;
    this.workload = workload;
    this.nodes = trace.machines().size();
    this.hours = trace.endMillis() / MILLIS_AN_HOUR;
    this.findings = findings;
  }

  public static ComparisonRun of(Request request, Progress progress) {
    final List<Contender> contenders =
        request.level() == Level.FAST ? contenders(request.policies()) : live(request.policies());
    final ChangeCost cost = CostSource.of("--costs", request.costs(), request.folder());
    final Speedup speedup = SpeedupModel.of("--speedup", request.speedup());
    final List<SimulationInput<AvailabilityTrace>> files =
        new ArrayList<>(
            request.traces().stream()
                .map(name -> TraceSource.of("--trace", name, request.folder(), request.seed()))
                .toList());
    // So that the order in which they are given has no meaning.
    files.sort(Comparator.comparing(SimulationInput::sha256));
    final AvailabilityTrace trace = drawn(files, request);
    final WorkloadSource source =
        WorkloadSource.of(
            "--workload",
            request.workload(),
            request.folder().resolve(request.workload()),
            request.seed());
    final List<ParallelJob> jobs = source.until(trace.endMillis(), speedup);
    final List<SimulationInput<?>> inputs = new ArrayList<>(files);
    source.file().ifPresent(inputs::add);
    try (progress) {
      trace.rejects().first().forEach(line -> progress.say("lull: " + VisibleText.line(line)));
      source
          .file()
          .ifPresent(file ->
              file.content()
                  .rejects()
                  .first()
                  .forEach(line -> progress.say("lull: " + VisibleText.line(line))));
      return new ComparisonRun(
          inputs,
          request,
          source.about(),
          trace,
          switch (request.level()) {
            case FAST ->
                PolicyComparison.run(
                    trace,
                    request.recruitment(),
                    jobs,
                    cost,
                    contenders,
                    contender ->
                        progress.show(
                            "simulating " + jobs.size() + " jobs under " + contender.title()));
            case EXACT -> exact(request, trace, jobs, progress);
          });
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "--workload: " + e.getMessage(), e);
    }
  }

  private static PolicyComparison.Findings exact(
      Request request, AvailabilityTrace trace, List<ParallelJob> jobs, Progress progress) {
    final OfferCalendar calendar = new OfferCalendar(OfferTimes.of(trace, request.recruitment()));
    try {
      return PolicyComparison.of(
          trace,
          calendar,
          Contender.LIVE,
          ExactRun.of(
              trace,
              calendar,
              request.recruitment(),
              jobs,
              request.seed(),
              past ->
                  progress.show(
                      String.format(
                          Locale.ROOT,
                          "simulating %d jobs: %.0f of %.0f hours",
                          jobs.size(),
                          past.toMillis() / MILLIS_AN_HOUR,
                          trace.endMillis() / MILLIS_AN_HOUR))));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "--level: " + e.getMessage(), e);
    }
  }

  /** The only policy of live coordinators. */
  private static List<Contender> live(String names) {
    if (!names.isBlank() && !names.strip().equals(Contender.LIVE.title())) {
      throw CommandFailure.badInput(
          "--policy: the exact level runs the code of live grids: give live, or --level fast");
    }
    return List.of(Contender.LIVE);
  }

  private static List<Contender> contenders(String names) {
    if (names.isBlank()) {
      return List.of(Contender.values());
    }
    return Arrays.stream(names.split(","))
        .map(String::strip)
        .distinct()
        .map(name ->
            Contender.named(name)
                .orElseThrow(() ->
                    CommandFailure.badInput(
                        "--policy: '"
                            + name
                            + "' is not a policy: use "
                            + String.join(
                                ", ",
                                Arrays.stream(Contender.values()).map(Contender::title).toList()))))
        .toList();
  }

  private static AvailabilityTrace drawn(
      List<SimulationInput<AvailabilityTrace>> files, Request request) {
    final AvailabilityTrace all =
        AvailabilityTrace.together(files.stream().map(SimulationInput::content).toList());
    if (request.nodes() == 0 && request.days() == 0) {
      return all;
    }
    final int nodes = request.nodes() == 0 ? all.machines().size() : request.nodes();
    final int days =
        request.days() == 0
            ? Math.max(1, (int) Duration.ofMillis(all.endMillis()).toDays())
            : request.days();
    try {
      return ResampledTrace.of(all, nodes, Math.ceilDiv(days, DAYS_A_WEEK), request.seed());
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "--trace: " + e.getMessage(), e);
    }
  }

  PolicyComparison.Findings findings() {
    return findings;
  }

  List<SimulationInput<?>> inputs() {
    return inputs;
  }

  /** A sentence about the jobs. */
  String workload() {
    return workload;
  }

  /** How many machines there are. */
  int nodes() {
    return nodes;
  }

  /** For how long they are looked at. */
  double hours() {
    return hours;
  }

  public String json() {
    return Json.text(ComparisonJson.of(findings, inputs, request.seed(), request.level(), nodes))
        + "\n";
  }

  /** A page. */
  public String html() {
    final List<String> about = new ArrayList<>();
    about.add(
        nodes
            + " machines, of which "
            + two(findings.offered().mean())
            + " are offered on average; a machine is offered after "
            + request.recruitment().toSeconds()
            + " s without its owner. "
            + (request.level() == Level.FAST
                ? "Costs of changes: " + request.costs() + ". "
                : "Changes take what their messages take. ")
            + "Speed-up of jobs: "
            + request.speedup()
            + ". Level of simulation: "
            + request.level().title()
            + " ("
            + request.level().about()
            + ").");
    for (final SimulationInput<?> input : inputs) {
      about.add("Input: " + input.name() + ", SHA-256 " + input.sha256() + ".");
    }
    about.add(workload);
    return new ComparisonReport(findings, about).html();
  }

  /** Lines for the screen. */
  public String text(Screen screen) {
    final Table table =
        new Table()
            .left("POLICY")
            .right("JOBS")
            .right("NOT ENDED")
            .right("RATIO")
            .right("WAIT")
            .right("SLOWDOWN")
            .right("USED")
            .right("EVICTIONS");
    for (final PolicyFindings each : findings.policies()) {
      table
          .row()
          .cell(each.contender().title())
          .cell(each.jobs())
          .cell(each.censored())
          .cell(two(each.responseRatio()))
          .cell(Math.round(each.waitSeconds()) + " s")
          .cell(two(each.slowdown().mean()))
          .cell(Math.round(100 * each.utilisation()) + " %")
          .cell(each.changes().evictions());
    }
    return String.format(
            Locale.ROOT,
            "%d machines; offered: mean %.2f, CV %.2f, least %d, greatest %d%n%n",
            nodes,
            findings.offered().mean(),
            findings.offered().cv(),
            findings.offered().min(),
            findings.offered().max())
        + table.render(screen);
  }

  private static String two(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }
}
