package io.lull.cli.simulate;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.simulator.trace.AvailabilityTrace;
import io.lull.simulator.trace.DrawnMachines;
import io.lull.simulator.trace.RecordedMachines;
import io.lull.simulator.trace.ResampledTrace;
import io.lull.simulator.trace.TracedMachines;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Which machines are simulated: those of the traces, or others that live their weeks.
 *
 * @param nodes 0: the traces' own
 */
record SimulatedMachines(AvailabilityTrace all, ComparisonRequest request, int nodes, int weeks) {
  private static final int DAYS_A_WEEK = 7;

  static SimulatedMachines of(AvailabilityTrace all, ComparisonRequest request) {
    if (request.nodes() == 0 && request.days() == 0) {
      return new SimulatedMachines(all, request, 0, 0);
    }
    final int days =
        request.days() == 0
            ? Math.max(1, (int) Duration.ofMillis(all.endMillis()).toDays())
            : request.days();
    return new SimulatedMachines(
        all,
        request,
        request.nodes() == 0 ? all.machines().size() : request.nodes(),
        Math.ceilDiv(days, DAYS_A_WEEK));
  }

  AvailabilityTrace trace() {
    return nodes == 0 ? all : drawn(() -> ResampledTrace.of(all, nodes, weeks, request.seed()));
  }

  RecordedMachines machines() {
    return nodes == 0
        ? new TracedMachines(all, request.recruitment())
        : drawn(() -> new DrawnMachines(all, nodes, weeks, request.seed(), request.recruitment()));
  }

  private static <T> T drawn(Supplier<T> of) {
    try {
      return of.get();
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "--trace: " + e.getMessage(), e);
    }
  }
}
