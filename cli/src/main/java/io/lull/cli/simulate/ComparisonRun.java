package io.lull.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.Json;
import io.lull.cli.json.JsonCsv;
import io.lull.cli.text.Progress;
import io.lull.cli.text.Screen;
import io.lull.cli.text.Table;
import io.lull.protocol.text.VisibleText;
import io.lull.simulator.comparison.Contender;
import io.lull.simulator.comparison.Lanes;
import io.lull.simulator.comparison.PolicyComparison;
import io.lull.simulator.comparison.PolicyFindings;
import io.lull.simulator.exact.ExactRun;
import io.lull.simulator.report.ComparisonReport;
import io.lull.simulator.sharing.ChangeCost;
import io.lull.simulator.sharing.ParallelJob;
import io.lull.simulator.sharing.Speedup;
import io.lull.simulator.trace.AvailabilityTrace;
import io.lull.simulator.trace.RecordedMachines;
import io.lull.simulator.trace.TracedMachines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** One comparison of policies, from traces and a workload to a report. */
public final class ComparisonRun implements SimulationFindings {
  private static final double MILLION = 1e6;
  private static final double MILLIS_AN_HOUR = 3_600_000;

  private final List<SimulationInput<?>> inputs;
  private final ComparisonRequest request;
  private final String workload;
  private final int nodes;
  private final double hours;
  private final PolicyComparison.Findings findings;
  private final Supplier<Optional<Lanes>> lanes;

  private ComparisonRun(
      List<SimulationInput<?>> inputs,
      ComparisonRequest request,
      String workload,
      RecordedMachines machines,
      PolicyComparison.Findings findings,
      Supplier<Optional<Lanes>> lanes) {
    this.inputs = inputs;
    this.request = request;
    this.workload = workload;
    this.nodes = machines.machines();
    this.hours = machines.endMillis() / MILLIS_AN_HOUR;
    this.findings = findings;
    this.lanes = lanes;
  }

  public static ComparisonRun of(ComparisonRequest request, Progress progress) {
    return of(request, progress, Optional.empty());
  }

  /**
   * @param state where it is kept how far it has come, and from which it goes on
   */
  public static ComparisonRun of(
      ComparisonRequest request, Progress progress, Optional<SimulationState> state) {
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
    final AvailabilityTrace all =
        AvailabilityTrace.together(files.stream().map(SimulationInput::content).toList());
    final WorkloadSource source =
        WorkloadSource.of(
            "--workload",
            request.workload(),
            request.folder().resolve(request.workload()),
            request.seed());
    final List<SimulationInput<?>> inputs = new ArrayList<>(files);
    source.file().ifPresent(inputs::add);
    try (progress) {
      all.rejects().first().forEach(line -> progress.say("lull: " + VisibleText.line(line)));
      source
          .file()
          .ifPresent(file ->
              file.content()
                  .rejects()
                  .first()
                  .forEach(line -> progress.say("lull: " + VisibleText.line(line))));
      final SimulatedMachines drawing = SimulatedMachines.of(all, request);
      if (request.level() == Level.EXACT) {
        final AvailabilityTrace trace = drawing.trace();
        final RecordedMachines machines = new TracedMachines(trace, request.recruitment());
        final List<ParallelJob> jobs =
            source.during(machines.endMillis(), all.beganMillis(), speedup);
        return new ComparisonRun(
            inputs,
            request,
            source.about(),
            machines,
            exact(request, trace, machines, jobs, cost, progress),
            Optional::empty);
      }
      final RecordedMachines machines = drawing.machines();
      final List<ParallelJob> jobs =
          source.during(machines.endMillis(), all.beganMillis(), speedup);
      state.ifPresent(kept -> kept.open(inputs, request));
      final PolicyComparison.Findings findings =
          PolicyComparison.run(
              machines,
              jobs,
              cost,
              contenders,
              new ComparisonWatch(progress, state, jobs.size(), machines.endMillis()));
      state.ifPresent(SimulationState::delete);
      return new ComparisonRun(
          inputs,
          request,
          source.about(),
          machines,
          findings,
          () -> Optional.of(Lanes.of(machines, jobs, cost, contenders.getFirst())));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "--workload: " + e.getMessage(), e);
    }
  }

  private static PolicyComparison.Findings exact(
      ComparisonRequest request,
      AvailabilityTrace trace,
      RecordedMachines machines,
      List<ParallelJob> jobs,
      ChangeCost cost,
      Progress progress) {
    try {
      return PolicyComparison.of(
          machines,
          Contender.LIVE,
          ExactRun.of(
              trace,
              machines,
              request.recruitment(),
              jobs,
              cost,
              request.seed(),
              (past, events) ->
                  progress.show(
                      String.format(
                          Locale.ROOT,
                          "simulating %d jobs: %.0f of %.0f hours, %.1f million events",
                          jobs.size(),
                          past.toMillis() / MILLIS_AN_HOUR,
                          trace.endMillis() / MILLIS_AN_HOUR,
                          events / MILLION))));
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

  @Override
  public String json() {
    return Json.text(document()) + "\n";
  }

  @Override
  public String csv() {
    return JsonCsv.of(document().path("policies"));
  }

  private ObjectNode document() {
    return ComparisonJson.of(findings, inputs, request.seed(), request.level(), nodes);
  }

  @Override
  public Report report() {
    final List<String> about = new ArrayList<>();
    about.add(
        nodes
            + " machines, of which "
            + two(findings.offered().mean())
            + " are offered on average; a machine is offered after "
            + request.recruitment().toSeconds()
            + " s without its owner. "
            + (request.level() == Level.FAST
                ? "Costs of changes: "
                : "Costs of changes, beside the time of their messages: ")
            + request.costs()
            + ". "
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
    final ComparisonReport report = new ComparisonReport(findings, about, lanes.get());
    return new Report(report.html(), report.pictures());
  }

  @Override
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
