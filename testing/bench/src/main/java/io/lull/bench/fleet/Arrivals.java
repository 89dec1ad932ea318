package io.lull.bench.fleet;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.AgentOrder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** When so many nodes have each been given an order of a kind for the first time. Any thread. */
final class Arrivals implements Hearing {
  private final Map<String, Long> nanos = new LinkedHashMap<>();
  private Predicate<AgentOrder> awaited = _ -> false;

  /** That a change of configuration is to come. */
  static boolean announcesChange(AgentOrder order) {
    return order.hasToWorker()
        && (order.getToWorker().getOrder().hasMeet()
            || order.getToWorker().getOrder().hasPropose());
  }

  /** From now on such orders are waited for. */
  synchronized void expect(Predicate<AgentOrder> orders) {
    nanos.clear();
    awaited = orders;
  }

  @Override
  public synchronized void heard(String node, AgentOrder order, long atNanos) {
    if (awaited.test(order) && nanos.putIfAbsent(node, atNanos) == null) {
      notifyAll();
    }
  }

  /**
   * When they came, in the order of their coming.
   *
   * @throws IllegalStateException when not so many nodes were given one in time
   */
  synchronized long[] await(int nodes, Duration patience) throws InterruptedException {
    final long deadline = SystemClock.INSTANCE.nanos() + patience.toNanos();
    while (nanos.size() < nodes) {
      final long left = deadline - SystemClock.INSTANCE.nanos();
      if (left <= 0) {
        throw new IllegalStateException(
            "only " + nanos.keySet() + ", not " + nodes + " nodes, were told of a new plan");
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    awaited = _ -> false;
    return nanos.values().stream().mapToLong(Long::longValue).sorted().toArray();
  }
}
