package io.lull.cli.simulate;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.protocol.text.Durations;
import io.lull.simulator.trace.AvailabilityTrace;
import io.lull.simulator.trace.SyntheticTrace;
import java.nio.file.Path;

/** The machines of a simulation: of a file, or made up. */
final class TraceSource {
  private static final String MOMENTS = "moments:";
  private static final int MOST_MACHINES = 50_000;
  private static final int MOST_DAYS = 3660;

  /** Machines and days multiplied: what the command's memory holds. */
  private static final int MOST_MACHINE_DAYS = 20_000;

  private TraceSource() {}

  /**
   * @param option that it was given with, for messages
   * @param text a file, or moments: with machines, days, and the mean and the coefficient of
   *     variation of idle and of busy times
   * @param folder for relative paths
   */
  static SimulationInput<AvailabilityTrace> of(String option, String text, Path folder, long seed) {
    if (!text.startsWith(MOMENTS)) {
      return SimulationInput.read(option, folder.resolve(text), AvailabilityTrace::read);
    }
    final String[] words = text.substring(MOMENTS.length()).split(":", -1);
    try {
      if (words.length == 6) {
        final int machines = Integer.parseInt(words[0]);
        final int days = Integer.parseInt(words[1]);
        if (machines >= 1
            && machines <= MOST_MACHINES
            && days >= 1
            && days <= MOST_DAYS
            && (long) machines * days <= MOST_MACHINE_DAYS) {
          return SimulationInput.madeUp(
              text + ", seed " + seed,
              new SyntheticTrace(
                      machines, days, times(words[2], words[3]), times(words[4], words[5]))
                  .draw(seed));
        }
      }
    } catch (NumberFormatException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, wrong(option, text), e);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, option + ": " + e.getMessage(), e);
    }
    throw CommandFailure.badInput(wrong(option, text));
  }

  private static SyntheticTrace.Times times(String mean, String cv) {
    return new SyntheticTrace.Times(Durations.parse(mean).toMillis(), Double.parseDouble(cv));
  }

  private static String wrong(String option, String text) {
    return option
        + ": '"
        + text
        + "' is not moments:MACHINES:DAYS:IDLE:CV:BUSY:CV, such as moments:50:20:20m:3.14:8m:2.34,"
        + " with at most "
        + MOST_MACHINES
        + " machines and "
        + MOST_MACHINE_DAYS
        + " days of machines";
  }
}
