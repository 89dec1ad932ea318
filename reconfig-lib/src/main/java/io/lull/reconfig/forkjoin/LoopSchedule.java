package io.lull.reconfig.forkjoin;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How a loop's iterations are shared out among the workers. Whatever it is, the result is the same
 * to the last bit.
 *
 * <p>Where a schedule is not {@link #own}, workers that would be late lend iterations to others.
 * The elements of these iterations travel to the borrower, and what it has written travels back: a
 * loop gains where an iteration costs more than its elements.
 */
public sealed interface LoopSchedule {
  /** In so many phases a loop is done at most. */
  int MOST_PHASES = 64;

  /** A program's parameter that says it, where the program asks for it. */
  String PARAMETER = "schedule";

  /** Each worker does the iterations whose elements it has. */
  record Own() implements LoopSchedule {}

  /**
   * In phases; before each but the first, workers lend iterations as the phases before say what an
   * iteration costs.
   *
   * @param parts of each phase, of what is left: above 0, at last 1
   */
  record InPhases(List<Double> parts) implements LoopSchedule {
    public InPhases {
      parts = List.copyOf(parts);
      if (parts.isEmpty() || parts.size() > MOST_PHASES) {
        throw new IllegalArgumentException(
            "a loop is done in 1 to " + MOST_PHASES + " phases, not " + parts.size());
      }
      if (parts.getLast() != 1 || parts.stream().anyMatch(part -> !(part > 0 && part <= 1))) {
        throw new IllegalArgumentException(
            "a phase does more than nothing of what is left, and the last one all: " + parts);
      }
    }
  }

  /** Workers lend iterations as the loop's last run says what an iteration costs each of them. */
  record AsMeasured() implements LoopSchedule {}

  /**
   * Workers lend iterations as their costs say.
   *
   * @param costs of each iteration, in any unit, from 0 on; an array that the loop reads
   */
  record ByCost(DoubleArray costs) implements LoopSchedule {}

  /**
   * Each worker does the iterations whose elements it has, and has them as its speed asks: for
   * iterations that cost alike. A loop that says nothing has this schedule.
   */
  static LoopSchedule own() {
    return new Own();
  }

  /**
   * In as many equal phases, as OpenMP's dynamic schedule: for workers whose speed changes while a
   * loop runs.
   *
   * @param phases from 1 to {@link #MOST_PHASES}
   */
  static LoopSchedule dynamic(int phases) {
    return new InPhases(
        IntStream.range(0, Math.max(0, phases)).mapToObj(k -> 1.0 / (phases - k)).toList());
  }

  /**
   * In phases that become shorter: half of the loop, a quarter, and the rest, as OpenMP's guided
   * schedule. For loops that run once or seldom.
   */
  static LoopSchedule guided() {
    return new InPhases(List.of(0.5, 0.5, 1.0));
  }

  /** As the loop's last run was: for loops that run often, and alike. */
  static LoopSchedule measured() {
    return new AsMeasured();
  }

  /**
   * As the program says.
   *
   * @param costs of each iteration, in any unit, from 0 on; the loop names the array in its reads
   */
  static LoopSchedule byCost(DoubleArray costs) {
    return new ByCost(costs);
  }

  /**
   * As the user says: {@code own}, {@code dynamic}, in 8 phases, {@code guided} or {@code
   * measured}.
   *
   * @throws BadInput when it is another word
   */
  static LoopSchedule of(Parameters parameters) {
    final String word = parameters.text(PARAMETER, "own");
    return switch (word) {
      case "own" -> own();
      case "dynamic" -> dynamic(8);
      case "guided" -> guided();
      case "measured" -> measured();
      default ->
          throw new BadInput(PARAMETER + "=" + word + ": enter own, dynamic, guided or measured");
    };
  }

  /** The parts of the phases in which a worker does what is left. */
  default List<Double> phases() {
    return switch (this) {
      case InPhases(List<Double> parts) -> parts;
      case Own _, AsMeasured _, ByCost _ -> List.of(1.0);
    };
  }
}
