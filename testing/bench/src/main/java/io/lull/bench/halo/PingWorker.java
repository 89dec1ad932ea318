package io.lull.bench.halo;

import io.lull.bench.message.TaskWorker;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.reconfig.state.UnitTransfers;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Workers of {@link PingTask}s. */
final class PingWorker {
  private PingWorker() {}

  static TaskWorker open(String name, PeerSecurity security) throws IOException {
    return new TaskWorker(
        name,
        PingTask.COUNT,
        security,
        List.of(),
        _ -> UnitTransfers.NONE, // the first task waits for what no task sends: it must stay
        () -> {},
        System.err::println);
  }

  /**
   * Where the tasks are.
   *
   * @param first of the task that sends first
   * @param other of the one that is to be another worker's
   */
  static Map<Long, String> places(String first, String other) {
    return Map.of(
        (long) PingTask.FIRST, first, (long) PingTask.REMOTE, other, (long) PingTask.LOCAL, first);
  }
}
