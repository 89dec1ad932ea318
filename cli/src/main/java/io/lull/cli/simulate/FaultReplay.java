package io.lull.cli.simulate;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.text.Progress;
import io.lull.simulator.fault.FaultOutcome;
import io.lull.simulator.fault.FaultPlan;
import io.lull.simulator.fault.FaultRun;
import io.lull.simulator.fault.FaultShrinker;
import io.lull.simulator.fault.HistoryName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** One history of faults: from a file, or the shortest that fails as another does. */
public final class FaultReplay {
  private static final int MOST_BYTES = 4 << 20;

  private final FaultPlan plan;
  private final FaultOutcome outcome;

  private FaultReplay(FaultPlan plan) {
    this.plan = plan;
    this.outcome = FaultRun.of(plan);
  }

  /**
   * @param option that names the file, for messages
   */
  public static FaultReplay from(String option, Path file) {
    if (!Files.isRegularFile(file)) {
      throw CommandFailure.badInput(option + ": no such file: " + file);
    }
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw CommandFailure.badInput(option + ": " + file + " is too large for a plan of faults");
      }
      return new FaultReplay(FaultPlanJson.read(Files.readString(file, StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, option + ": " + file + " is no plan of faults: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, option + ": " + file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * @param option that names the history, for messages
   */
  public static FaultReplay shrunk(String option, String history, Progress progress) {
    try (progress) {
      progress.show("looking for the shortest history that fails as " + history + " does");
      return new FaultReplay(FaultShrinker.shrink(HistoryName.parse(history).plan()));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, option + " " + history + ": " + e.getMessage(), e);
    }
  }

  /** Whether all holds. */
  public boolean held() {
    return outcome instanceof FaultOutcome.Held;
  }

  /** The plan, as it can be replayed. */
  public String json() {
    return FaultPlanJson.of(plan);
  }

  /** Lines for the screen. */
  public String text() {
    final StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%d coordinator%s, %d node%s%n",
            plan.coordinators(),
            plan.coordinators() == 1 ? "" : "s",
            plan.nodes(),
            plan.nodes() == 1 ? "" : "s"));
    plan.jobs()
        .forEach(job ->
            text.append(
                String.format(
                    Locale.ROOT,
                    "%6.1f s %s job of %d to %d workers%n",
                    job.atMillis() / 1e3,
                    job.model().word(),
                    job.leastWorkers(),
                    job.mostWorkers())));
    plan.faults().forEach(fault -> text.append(fault).append(System.lineSeparator()));
    text.append(System.lineSeparator());
    switch (outcome) {
      case FaultOutcome.Held _ -> text.append("all holds").append(System.lineSeparator());
      case FaultOutcome.Broken broken -> {
        broken.journal().forEach(line -> text.append(line).append(System.lineSeparator()));
        text.append("does not hold: ").append(broken.what()).append(System.lineSeparator());
      }
    }
    return text.toString();
  }
}
