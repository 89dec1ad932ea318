package io.lull.cli.run;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.local.NodeNames;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a program is run on this computer.
 *
 * @param workers each a process of its own
 * @param shake decides which owners come and go, and which machine dies; null: nothing happens
 * @param verify whether the same is computed on one worker, too, and compared
 * @param output where the outputs go; null: nowhere
 * @param keep the folder that keeps logs and all else; null: none is kept
 */
public record RunOptions(
    int workers, @Nullable Long shake, boolean verify, @Nullable Path output, @Nullable Path keep) {
  private static final int LEAST_SHAKEN = 2;

  /**
   * @throws CommandFailure when they cannot be used
   */
  public RunOptions {
    final int most = NodeNames.MOST - Shaking.MOST_KILLS;
    if (workers < 1 || workers > most) {
      throw CommandFailure.badInput("--workers: from 1 to " + most + ", not " + workers);
    }
    if (shake != null && workers < LEAST_SHAKEN) {
      throw CommandFailure.badInput("--shake: needs --workers 2 or more, for some leave");
    }
  }
}
