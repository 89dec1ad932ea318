package io.lull.bench.forkjoin;

import io.lull.testkit.job.WorkerHost;
import io.lull.testkit.lab.LabHosts;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A host for each worker, with a link of a certain rate to the others. */
final class LinkedHosts implements AutoCloseable {
  /** All workers are on this machine. */
  static final LinkedHosts NONE = new LinkedHosts(null, 0);

  private final @Nullable LabHosts lab;
  private final int count;

  private LinkedHosts(@Nullable LabHosts lab, int count) {
    this.lab = lab;
    this.count = count;
  }

  static LinkedHosts up(int hosts, int megabitsPerSecond) {
    final LabHosts lab = LabHosts.up(hosts);
    lab.limit(megabitsPerSecond);
    return new LinkedHosts(lab, hosts);
  }

  List<WorkerHost> hosts() {
    final LabHosts present = lab;
    return present == null
        ? List.of(WorkerHost.HERE)
        : IntStream.range(0, count)
            .mapToObj(present::host)
            .map(host -> new WorkerHost(host::running, host.address()))
            .toList();
  }

  /** What each has carried so far. */
  List<Long> bytes() {
    final LabHosts present = lab;
    return present == null
        ? List.of()
        : IntStream.range(0, count).mapToObj(i -> present.host(i).linkBytes()).toList();
  }

  /** What the one that has carried most has carried since; empty: there are no links. */
  OptionalLong busiestSince(List<Long> before) {
    final List<Long> now = bytes();
    return IntStream.range(0, now.size()).mapToLong(i -> now.get(i) - before.get(i)).max();
  }

  @Override
  public void close() {
    if (lab != null) {
      lab.close();
    }
  }
}
