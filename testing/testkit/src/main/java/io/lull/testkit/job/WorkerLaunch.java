package io.lull.testkit.job;

import java.util.List;

/**
 * How a worker process is started.
 *
 * @param flags of its Java machine
 * @param host where it runs
 */
record WorkerLaunch(List<String> flags, WorkerHost host) {
  WorkerLaunch {
    flags = List.copyOf(flags);
  }
}
