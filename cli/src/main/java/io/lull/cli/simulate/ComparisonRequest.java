package io.lull.cli.simulate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A comparison that is asked for.
 *
 * @param folder for relative paths
 * @param traces files
 * @param workload a file or a specification
 * @param policies names with commas between; empty: all
 * @param nodes machines, drawn at random from those of the traces; 0: the traces' own
 * @param days of the simulation, drawn at random from the weeks of the traces; 0: the traces' own
 * @param costs of changes
 */
public record ComparisonRequest(
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
  public static final String USUAL_SPEEDUP = SpeedupModel.USUAL;

  public ComparisonRequest {
    traces = List.copyOf(traces);
  }

  /** Of changes: those of the study at the fast level, none beyond their messages at the exact. */
  public static String usualCosts(Level level) {
    return level == Level.FAST ? CostSource.USUAL : CostSource.NONE;
  }

  /** All that a simulation depends on beside its files. */
  String identity() {
    return String.join(
        " ",
        workload,
        policies,
        String.valueOf(nodes),
        String.valueOf(days),
        costs,
        speedup,
        recruitment.toString(),
        level.title(),
        String.valueOf(seed));
  }

  ComparisonRequest withNodes(int other) {
    return new ComparisonRequest(
        folder, traces, workload, policies, other, days, costs, speedup, recruitment, level, seed);
  }

  ComparisonRequest withCosts(String other) {
    return new ComparisonRequest(
        folder, traces, workload, policies, nodes, days, other, speedup, recruitment, level, seed);
  }

  ComparisonRequest withRecruitment(Duration other) {
    return new ComparisonRequest(
        folder, traces, workload, policies, nodes, days, costs, speedup, other, level, seed);
  }
}
