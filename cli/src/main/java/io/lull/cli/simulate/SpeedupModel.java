package io.lull.cli.simulate;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.simulator.sharing.Speedup;

/** How much faster a job is on more machines, as a person writes it. */
final class SpeedupModel {
  static final String USUAL = "perfect";

  private SpeedupModel() {}

  /**
   * @param option that it was given with, for messages
   */
  static Speedup of(String option, String text) {
    final String[] words = text.split(":", -1);
    try {
      if (text.equals(USUAL)) {
        return new Speedup.Perfect();
      }
      if (words[0].equals("amdahl") && words.length == 2) {
        return new Speedup.Amdahl(Double.parseDouble(words[1]));
      }
      if (words[0].equals("downey") && words.length == 3) {
        return new Speedup.Downey(Double.parseDouble(words[1]), Double.parseDouble(words[2]));
      }
    } catch (NumberFormatException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, wrong(option, text), e);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, option + ": " + e.getMessage(), e);
    }
    throw CommandFailure.badInput(wrong(option, text));
  }

  private static String wrong(String option, String text) {
    return option
        + ": '"
        + text
        + "' is not a speed-up: write it as perfect, amdahl:0.05 or downey:32:0.5";
  }
}
