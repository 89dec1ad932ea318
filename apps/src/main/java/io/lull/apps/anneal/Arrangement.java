package io.lull.apps.anneal;

import java.io.BufferedWriter;
import java.io.IOException;
import java.util.SplittableRandom;

/** A state of the problem, which moves step by step. */
sealed interface Arrangement permits Particles, Tour {

  double energy();

  /**
   * Moves at random.
   *
   * @param size of the move, where moves have sizes
   * @return by how much the energy has changed
   */
  double move(double size, SplittableRandom random);

  /** The last move is undone. */
  void undo();

  /** As numbers, for {@link #set}. */
  double[] values();

  void set(double[] values);

  /** The points, one a line, after a header. */
  void write(BufferedWriter out) throws IOException;
}
