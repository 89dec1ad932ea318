package io.lull.bench.adapt;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.protocol.wire.CandidateView;
import io.lull.protocol.wire.DecisionView;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ResizeRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What the coordinator expects of changes before it orders them, beside what they took: jobs of
 * several sizes grow, shrink and migrate on real agents, and each decision is compared with what
 * came of it.
 */
public final class PredictFigures {
  public static final String USAGE =
      """
      lull bench predict [--programs P,…] [--sizes A,B,…] [--networks RATE,…] [--rounds K] [--json FILE]
        --programs P,…      jacobi, heat, cg, ge, mgs; jacobi
        --sizes A,B,…       each squared: so many doubles; one job of each program and size in a round; 256,1024,2048
        --networks RATE,…   what owners let guests send and receive, such as 10M, each on a grid of its own; all
      Three agents on this computer. In a round each job loses a worker, gets it back twice (once because a machine is idle, once
      because an operator asks for it), and one of its workers migrates, by each method once. The coordinator starts without
      experience: its first predictions are what is assumed of any grid. Errors are of the predicted median; those of stops
      below 200 ms are given in milliseconds, others as a part of what it took.\
      """;

  private static final String SIZES = "--sizes";
  private static final String PROGRAMS = "--programs";
  private static final String NETWORKS = "--networks";
  private static final List<String> MOVES = List.of("", "migrate", "nonblocking", "streaming");
  private static final int MOST_CELLS = 1 << 13;
  private static final int AGENTS = 3;

  /** Shorter ones are compared in milliseconds: a part of nothing says nothing. */
  private static final double SHORT_MILLIS = 200;

  private static final double MOST_OF_ALL = 0.9;

  private final List<Integer> sizes;
  private final List<PredictedProgram> programs;
  private final List<String> networks;
  private final int rounds;
  private final FigureDocument document;

  /**
   * A decision that was carried out.
   *
   * @param where the program and the network
   * @param round from 1
   * @param event what it came to; without content when the job no longer has it
   */
  private record Compared(
      String where,
      int size,
      int round,
      CandidateView predicted,
      DecisionView actual,
      EventView event) {
    double leadError() {
      return Math.abs(predicted.getLeadMillis() - actual.getLeadMillis())
          / Math.max(1, actual.getLeadMillis());
    }

    double stopErrorMillis() {
      return Math.abs(predicted.getDowntimeMillis() - actual.getDowntimeMillis());
    }

    /** Whether the stop was in the range where 8 of 10 were expected. */
    boolean isInRange() {
      return predicted.getDowntimeLowMillis() <= actual.getDowntimeMillis()
          && actual.getDowntimeMillis() <= predicted.getDowntimeHighMillis();
    }

    boolean isShort() {
      return actual.getDowntimeMillis() < SHORT_MILLIS;
    }

    /** What is alike in all rounds. */
    String kind() {
      return String.join(
          " ",
          where,
          String.valueOf(size),
          predicted.getMethod(),
          actual.getTrigger(),
          event.getFrom() + "-" + event.getTo());
    }
  }

  private PredictFigures(OptionPairs options) {
    sizes = options.wholes(SIZES, MOST_CELLS, 256, 1024, 2048);
    programs = words(options, PROGRAMS, "jacobi").stream().map(PredictedProgram::of).toList();
    networks = words(options, NETWORKS, "all");
    rounds = options.whole(OptionPairs.ROUNDS, 50, 5);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static PredictFigures of(List<String> words) {
    return new PredictFigures(
        OptionPairs.read(words, PROGRAMS, SIZES, NETWORKS, OptionPairs.ROUNDS, OptionPairs.JSON));
  }

  private static List<String> words(OptionPairs options, String option, String otherwise) {
    return List.of(options.text(option).orElse(otherwise).split(",", -1));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    final List<Compared> all = new ArrayList<>();
    for (final String network : networks) {
      try (TemporaryFolder folder = TemporaryFolder.create();
          PacedGrid grid = PacedGrid.start(folder.path(), AGENTS, network)) {
        for (int round = 1; round <= rounds; round++) {
          for (final PredictedProgram program : programs) {
            for (final int size : sizes) {
              final Changed job = changed(grid, program, size);
              for (final DecisionView decision : job.decisions()) {
                all.add(
                    new Compared(
                        program.word() + ", " + network,
                        size,
                        round,
                        decision.getCandidates(0),
                        decision,
                        job.event(decision)));
              }
            }
          }
        }
      }
    }
    table(all);
  }

  /** All of a job's decisions that were carried out, and what happened to it. */
  private record Changed(List<DecisionView> decisions, List<EventView> events) {
    /** What a decision came to: times are so exact that no two events share one. */
    EventView event(DecisionView decision) {
      return events.stream()
          .filter(event -> event.getDowntimeMillis() == decision.getDowntimeMillis())
          .findFirst()
          .orElse(EventView.getDefaultInstance());
    }
  }

  /** One job, after all of its changes. */
  private static Changed changed(PacedGrid grid, PredictedProgram program, int size) {
    final String last = PacedGrid.name(AGENTS);
    final String job = grid.client().submit(program.spec(size, AGENTS)).getJob();
    try {
      grid.awaitWorkers(job, AGENTS);
      grid.client().drain(last, 0);
      grid.awaitWorkers(job, AGENTS - 1);
      grid.client().undrain(last);
      grid.awaitWorkers(job, AGENTS);
      resize(grid, job, AGENTS - 1);
      for (final String move : MOVES) {
        grid.migrate(job, AGENTS - 1, move);
      }
      resize(grid, job, 0);
      grid.awaitWorkers(job, AGENTS);
      return new Changed(grid.decisions(job), grid.client().job(job).getEventsList());
    } finally {
      grid.client().undrain(last);
      grid.end(job);
    }
  }

  /**
   * @param workers 0: as many as there are
   */
  private static void resize(PacedGrid grid, String job, int workers) {
    final JobView _ =
        grid.client().resize(ResizeRequest.newBuilder().setJob(job).setWorkers(workers).build());
  }

  private void table(List<Compared> all) throws IOException {
    System.out.println(
        "| method, rounds | changes | lead, predicted | actual | mean error | stop, predicted |"
            + " actual | error of short ones, mean (90 %) | of others | both, by what the same took"
            + " in other rounds | in the range of 8 in 10 |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    final Map<String, List<Compared>> rows = new TreeMap<>();
    for (final Compared each : all) {
      rows.computeIfAbsent(
              each.predicted().getMethod() + (each.round() == 1 ? ", the first" : ", later"),
              _ -> new ArrayList<>())
          .add(each);
    }
    rows.forEach((name, of) -> row(name, of, all));
    all.stream()
        .collect(Collectors.groupingBy(Compared::where, LinkedHashMap::new, Collectors.toList()))
        .forEach((name, of) -> row(name, of, all));
    row("all", all, all);
    all.forEach(this::write);
    document.write();
  }

  private static String millis(List<Compared> of, ToDoubleFunction<Compared> error) {
    return of.isEmpty()
        ? "-"
        : String.format(
            Locale.ROOT,
            "%.0f ms (%.0f)",
            sample(of, error).mean(),
            sample(of, error).percentile(MOST_OF_ALL));
  }

  private static String part(List<Compared> of, ToDoubleFunction<Compared> error) {
    return of.isEmpty()
        ? "-"
        : String.format(
            Locale.ROOT,
            "%.0f %%",
            100
                * sample(of, each -> error.applyAsDouble(each) / each.actual().getDowntimeMillis())
                    .mean());
  }

  /**
   * How far a stop is from the median of the same change in other rounds: nobody who knows only
   * what is alike in them predicts better.
   */
  private static double spreadMillis(Compared one, List<Compared> all) {
    final List<Double> others =
        all.stream()
            .filter(each -> each.round() != one.round() && each.kind().equals(one.kind()))
            .map(each -> each.actual().getDowntimeMillis())
            .toList();
    return others.isEmpty()
        ? 0
        : Math.abs(new Sample(others).median() - one.actual().getDowntimeMillis());
  }

  private void write(Compared change) {
    document
        .row()
        .put("what", change.where())
        .put("size", change.size())
        .put("round", change.round())
        .put("method", change.predicted().getMethod())
        .put("trigger", change.actual().getTrigger())
        .put("from", change.event().getFrom())
        .put("to", change.event().getTo())
        .put("leadPredicted", change.predicted().getLeadMillis())
        .put("lead", change.actual().getLeadMillis())
        .put("stopPredicted", change.predicted().getDowntimeMillis())
        .put("stopLow", change.predicted().getDowntimeLowMillis())
        .put("stopHigh", change.predicted().getDowntimeHighMillis())
        .put("stop", change.actual().getDowntimeMillis())
        .put("waited", change.event().getWaitMillis())
        .put("moved", change.event().getMoveMillis())
        .put("bytesMoved", change.event().getBytesMoved())
        .put("bytesLeast", change.event().getBytesLeast())
        .put("bytesCopied", change.event().getBytesCopied());
  }

  private void row(String name, List<Compared> of, List<Compared> all) {
    final List<Compared> brief = of.stream().filter(Compared::isShort).toList();
    final List<Compared> others = of.stream().filter(each -> !each.isShort()).toList();
    final double leadError = sample(of, Compared::leadError).mean();
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %.0f ms | %.0f ms | %s | %.0f ms | %.0f ms | %s | %s | %s, %s | %.0f %% |%n",
        name,
        of.size(),
        sample(of, each -> each.predicted().getLeadMillis()).median(),
        sample(of, each -> each.actual().getLeadMillis()).median(),
        of.getFirst().predicted().getLeadMillis() == 0
            ? "none is predicted"
            : String.format(Locale.ROOT, "%.0f %%", 100 * leadError),
        sample(of, each -> each.predicted().getDowntimeMillis()).median(),
        sample(of, each -> each.actual().getDowntimeMillis()).median(),
        millis(brief, Compared::stopErrorMillis),
        part(others, Compared::stopErrorMillis),
        millis(brief, each -> spreadMillis(each, all)),
        part(others, each -> spreadMillis(each, all)),
        100 * inRange(of));
    document
        .row()
        .put("what", name)
        .put("changes", of.size())
        .put("leadError", leadError)
        .put("stopErrorMillis", sample(of, Compared::stopErrorMillis).mean())
        .put("inRange", inRange(of));
  }

  private static double inRange(List<Compared> of) {
    return (double) of.stream().filter(Compared::isInRange).count() / of.size();
  }

  private static Sample sample(List<Compared> of, ToDoubleFunction<Compared> figure) {
    return new Sample(of.stream().map(each -> figure.applyAsDouble(each)).toList());
  }
}
