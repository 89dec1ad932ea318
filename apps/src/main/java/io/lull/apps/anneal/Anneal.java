package io.lull.apps.anneal;

import io.lull.apps.numbers.TaskPace;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.message.MessageProgram;
import io.lull.reconfig.message.TaskSpace;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Systolic simulated annealing: the Markov chain of each temperature is cut into as many parts as
 * there are tasks, and the next temperature's begins when the first part has ended.
 *
 * <p>E. H. L. Aarts et al., "Parallel implementations of the statistical cooling algorithm",
 * Integration 4(3), 1986.
 */
public final class Anneal implements MessageProgram {
  private static final String PROBLEM = "problem";
  private static final String SPHERE = "sphere";
  private static final String TOUR = "tour";

  /**
   * The user's parameters.
   *
   * @param onSphere or else a tour
   */
  record Problem(boolean onSphere, int points, double cooling, long seed) {

    Arrangement start() {
      final SplittableRandom random = new SplittableRandom(seed);
      return onSphere ? new Particles(points, random) : new Tour(points, random);
    }
  }

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    problem(parameters);
    chains(parameters);
    TaskPace.of(parameters);
    if (!inputs.isEmpty()) {
      throw new BadInput("anneal takes no input files: omit --input");
    }
  }

  private static Problem problem(Parameters parameters) {
    final String name = parameters.text(PROBLEM, SPHERE).strip();
    if (!name.equals(SPHERE) && !name.equals(TOUR)) {
      throw new BadInput("problem=" + name + ": enter sphere or tour");
    }
    return new Problem(
        name.equals(SPHERE),
        (int) parameters.integer("points", 20, name.equals(SPHERE) ? 2 : 3, 10_000),
        parameters.number("cooling", 0.9, 0.1, 0.999),
        parameters.integer("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
  }

  private static int chains(Parameters parameters) {
    return (int) parameters.integer("chains", 4, 1, 256);
  }

  @Override
  public void declare(TaskSpace space) {
    check(space.parameters(), space.inputs());
    final Problem problem = problem(space.parameters());
    final int chains = chains(space.parameters());
    final TaskPace pace = TaskPace.of(space.parameters());
    space.register(Problem.class, TaskPace.class);
    space.tasks(chains, id -> new Chain(problem, (int) id, chains, pace));
  }
}
