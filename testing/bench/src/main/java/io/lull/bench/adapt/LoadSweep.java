package io.lull.bench.adapt;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A load that differs from row to row in one thing: how much of it there is, when it comes, how
 * long the job is.
 *
 * <p>Two of them are figures of J. Weissman, <i>Predicting the Cost and Benefit of Adapting Data
 * Parallel Applications in Clusters</i>, JPDC 2002: one of the computers is loaded. Three are the
 * experiments of S. Vadhiyar and J. Dongarra, <i>Self Adaptivity in Grid Computing</i>, 2005: all
 * of them are, by so many programs that compute all the time, and others are idle.
 */
enum LoadSweep {
  FIGURE_5(
      "load",
      "in the paper nothing is best under a light load, then sharing out anew, under a high one"
          + " moving"),
  FIGURE_6(
      "when the load comes",
      "in the paper a move pays less the later the load comes, and in the end nothing does"),
  SIZE("the job without a load", "in the paper all decisions were right but one, at size 8000"),
  LOAD(
      "programs on each computer",
      "in the paper the decision was right with 10 programs, and wrong with 5"),
  TIME(
      "when the load comes",
      "in the paper the decisions were wrong 15 and 20 minutes after the start, and right before"
          + " and after that");

  private static final List<Integer> PARTS = List.of(10, 30, 50, 70, 90);
  private static final int ONE_LOADED = 4;
  private static final int ALL_LOADED = 2;
  private static final int HALF_AS_FAST = 200;
  private static final int SEVEN_PROGRAMS = 8 * PacedGrid.USUAL;
  private static final int TEN_PROGRAMS = 11 * PacedGrid.USUAL;

  /** Before that it is not known how fast a job is without a load. */
  private static final double MEASURED_SECONDS = 8;

  /** One measurement of each policy. */
  private record Row(String name, int workers, int seconds, Load load) {}

  private final String varies;
  private final String finding;

  LoadSweep(String varies, String finding) {
    this.varies = varies;
    this.finding = finding;
  }

  private List<Row> rows(int seconds) {
    return switch (this) {
      case FIGURE_5 ->
          Stream.of(110, 150, 200, 300, 600)
              .map(percent -> one(times(percent), seconds, Load.onOne(percent, seconds / 2.0)))
              .toList();
      case FIGURE_6 ->
          PARTS.stream()
              .map(part -> one(of(part), seconds, Load.onOne(HALF_AS_FAST, part(seconds, part))))
              .toList();
      case SIZE ->
          Stream.of(50, 100, 200)
              .map(part -> {
                final int each = Math.max(2, seconds * part / 100);
                return all(each + " s", each, TEN_PROGRAMS, MEASURED_SECONDS);
              })
              .toList();
      case LOAD ->
          Stream.of(1, 3, 5, 10)
              .map(programs ->
                  all(
                      String.valueOf(programs),
                      seconds,
                      (programs + 1) * PacedGrid.USUAL,
                      seconds / 2.0))
              .toList();
      case TIME ->
          PARTS.stream()
              .map(part -> all(of(part), seconds, SEVEN_PROGRAMS, part(seconds, part)))
              .toList();
    };
  }

  private static String of(int part) {
    return part + " % of the job";
  }

  private static double part(int seconds, int percent) {
    return seconds * percent / 100.0;
  }

  void print(AdaptTerms terms) throws Exception {
    final List<Row> rows = rows(terms.seconds());
    final int workers = rows.getFirst().workers();
    final List<LoadPolicy> policies = new ArrayList<>(List.of(LoadPolicy.values()));
    if (workers == ALL_LOADED) {
      // Equal workers have nothing to balance.
      policies.remove(LoadPolicy.BALANCE);
    }
    terms.on(
        workers == ALL_LOADED ? 2 * ALL_LOADED : ONE_LOADED + 1,
        policies,
        table -> measure(rows, table, terms));
    System.out.println("For comparison, " + finding + ".");
  }

  private void measure(List<Row> rows, PolicyTable table, AdaptTerms terms) throws IOException {
    table.begin(varies);
    for (int round = 0; round < terms.rounds(); round++) {
      for (final Row row : rows) {
        table.row(
            row.name(),
            new PacedJob(row.workers(), terms.size(), row.seconds()),
            row.load(),
            round);
      }
    }
  }

  private static Row one(String name, int seconds, Load load) {
    return new Row(name, ONE_LOADED, seconds, load);
  }

  private static Row all(String name, int seconds, int percent, double fromSeconds) {
    return new Row(name, ALL_LOADED, seconds, Load.onAll(ALL_LOADED, percent, fromSeconds));
  }

  private static String times(int percent) {
    return String.format(Locale.ROOT, "%.1f times", percent / (double) PacedGrid.USUAL);
  }
}
