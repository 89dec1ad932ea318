package io.lull.simulator.comparison;

import io.lull.simulator.sharing.ParallelJob;
import java.util.ArrayList;
import java.util.List;

/**
 * What jobs run as under a policy: each as one part, or as several.
 *
 * @param parts numbered from 1, in this order
 * @param wholes the job of each part
 */
record JobParts(List<ParallelJob> parts, List<ParallelJob> wholes) {
  /** Of one run: what the command's memory holds. */
  private static final int MOST = 500_000;

  JobParts {
    parts = List.copyOf(parts);
    wholes = List.copyOf(wholes);
  }

  /**
   * @throws IllegalArgumentException with one line, when there are too many
   */
  static JobParts of(Contender contender, List<ParallelJob> jobs) {
    final List<ParallelJob> parts = new ArrayList<>();
    final List<ParallelJob> wholes = new ArrayList<>();
    for (final ParallelJob job : jobs) {
      if (parts.size() > MOST - job.machines()) {
        throw new IllegalArgumentException(
            contender.title()
                + " would have more than "
                + MOST
                + " tasks: give fewer or narrower jobs, or leave it out of --policy");
      }
      for (final ParallelJob part : contender.parts(job, parts.size() + 1)) {
        parts.add(part);
        wholes.add(job);
      }
    }
    return new JobParts(parts, wholes);
  }

  /** The job of a part. */
  ParallelJob whole(int part) {
    return wholes.get(part - 1);
  }
}
