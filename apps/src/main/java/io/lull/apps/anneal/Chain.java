package io.lull.apps.anneal;

import io.lull.apps.numbers.HashedNumbers;
import io.lull.apps.numbers.TaskPace;
import io.lull.reconfig.message.MessageResults;
import io.lull.reconfig.message.MessageTask;
import io.lull.reconfig.message.Peers;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Every so many-th temperature. Part by part it takes the arrangement of the temperature before, or
 * goes on with its own, as chance and their energies decide, and hands its own to the next one.
 */
final class Chain implements MessageTask {
  private static final int ARRANGEMENT = 1;
  private static final int ENERGIES = 2;

  /** Moves at a temperature, for each point. */
  private static final int MOVES = 200;

  /** Moves are to be taken so often; their size changes until they are. */
  private static final double ACCEPTED = 0.4;

  private static final double CHANGE = 1.2;
  private static final double LARGEST = 1;
  private static final double LEAST = 1e-9;

  private static final int PROBES = 101;
  private static final double HOTTEST = 10;

  private final Anneal.Problem problem;
  private final int task;
  private final int chains;
  private final TaskPace pace;
  private double[] best;
  private double bestEnergy;
  private long level;

  /** How many of the tasks before this one have heard that it is over, and this; 0: it is not. */
  private int over;

  Chain(Anneal.Problem problem, int task, int chains, TaskPace pace) {
    this.problem = problem;
    this.task = task;
    this.chains = chains;
    this.pace = pace;
    this.level = task;
    final Arrangement start = problem.start();
    this.best = start.values();
    this.bestEnergy = start.energy();
  }

  private long before() {
    return (task + chains - 1L) % chains;
  }

  private long after() {
    return (task + 1L) % chains;
  }

  @Override
  public boolean iterate(Peers peers) {
    if (over > 0) {
      if (over == 1) {
        drain(peers);
      }
      compare(peers.all().gather(with(bestEnergy, best), 0));
      return false;
    }
    pace.await();
    anneal(peers);
    level += chains;
    return true;
  }

  /** The level that this one would have been, had it not been over, was begun already. */
  private void drain(Peers peers) {
    for (int part = 0; part < chains; part++) {
      peers.receive(before(), ARRANGEMENT);
    }
    peers.receive(before(), ENERGIES);
  }

  private void anneal(Peers peers) {
    final SplittableRandom random =
        new SplittableRandom(HashedNumbers.mixed(problem.seed() + HashedNumbers.mixed(level)));
    final Arrangement own = problem.start();
    final double temperature = hottest() * StrictMath.pow(problem.cooling(), (double) level);
    final int moves = Math.max(1, MOVES * problem.points() / chains);
    double size = LARGEST;
    for (int part = 0; part < chains; part++) {
      if (level > 0) {
        final double[] content = peers.receive(before(), ARRANGEMENT).doubles();
        size = content[0];
        choose(own, rest(content), part, temperature, random);
      }
      final long taken = walk(own, moves, temperature, size, random);
      size = Math.clamp(taken < ACCEPTED * moves ? size / CHANGE : size * CHANGE, LEAST, LARGEST);
      peers.send(after(), ARRANGEMENT, with(size, own.values()));
    }
    double[] energies = new double[0];
    if (level > 0) {
      final double[] content = peers.receive(before(), ENERGIES).doubles();
      over = (int) content[0];
      energies = rest(content);
    }
    energies = Rest.with(energies, own.energy());
    if (over > 0 || Rest.isReached(energies, level)) {
      over++;
    }
    peers.send(after(), ENERGIES, with(over, energies));
  }

  private static double[] with(double first, double[] rest) {
    final double[] all = new double[rest.length + 1];
    all[0] = first;
    System.arraycopy(rest, 0, all, 1, rest.length);
    return all;
  }

  private static double[] rest(double[] all) {
    return Arrays.copyOfRange(all, 1, all.length);
  }

  /** From where most moves are taken. */
  private double hottest() {
    final Arrangement start = problem.start();
    final SplittableRandom random = new SplittableRandom(HashedNumbers.mixed(problem.seed()));
    final double[] changes = new double[PROBES];
    for (int i = 0; i < PROBES; i++) {
      changes[i] = Math.abs(start.move(LARGEST, random));
      start.undo();
    }
    Arrays.sort(changes);
    return Math.min(HOTTEST, changes[PROBES / 2]);
  }

  /** The other arrangement is taken as a move to it would be. */
  private void choose(
      Arrangement own, double[] other, int part, double temperature, SplittableRandom random) {
    final double[] mine = own.values();
    final double energy = own.energy();
    own.set(other);
    final double change = own.energy() - energy;
    if (part > 0 && change > 0 && random.nextDouble() >= StrictMath.exp(-change / temperature)) {
      own.set(mine);
    }
  }

  private long walk(
      Arrangement own, int moves, double temperature, double size, SplittableRandom random) {
    long taken = 0;
    for (int i = 0; i < moves; i++) {
      final double change = own.move(size, random);
      if (change <= 0 || random.nextDouble() < StrictMath.exp(-change / temperature)) {
        taken++;
        if (own.energy() < bestEnergy) {
          bestEnergy = own.energy();
          best = own.values();
        }
      } else {
        own.undo();
      }
    }
    return taken;
  }

  private void compare(List<double[]> all) {
    for (final double[] found : all) {
      if (found[0] < bestEnergy) {
        bestEnergy = found[0];
        best = rest(found);
      }
    }
  }

  @Override
  public void finish(MessageResults results) throws IOException {
    final Arrangement arrangement = problem.start();
    arrangement.set(best);
    results.value("energy", arrangement.energy());
    try (BufferedWriter out = Files.newBufferedWriter(results.outputs().resolve("points.csv"))) {
      arrangement.write(out);
    }
  }
}
