package io.lull.bench.halo;

import io.lull.bench.message.TaskWorker;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Two tasks, on two workers or on one. */
final class TaskContestant implements Contestant {
  private static final AtomicInteger CONTESTS = new AtomicInteger();

  private final String name;
  private final int partner;
  private final EchoProcess other;
  private final TaskWorker worker;
  private final PingTask.Orders orders;

  private TaskContestant(
      String name, int partner, EchoProcess other, TaskWorker worker, PingTask.Orders orders) {
    this.name = name;
    this.partner = partner;
    this.other = other;
    this.worker = worker;
    this.orders = orders;
  }

  /**
   * @param partner {@link PingTask#REMOTE} or {@link PingTask#LOCAL}
   * @param how {@code plain}, or the file with certificate and key
   */
  static TaskContestant start(String name, int partner, String how)
      throws IOException, InterruptedException {
    final EchoProcess other = EchoProcess.start(Echo.TASKS + how);
    final int contest = CONTESTS.incrementAndGet();
    final PingTask.Orders orders = PingTask.orders(contest);
    final TaskWorker worker = PingWorker.open(Echo.CLIENT, Echo.security(how));
    worker.enter(
        Map.of(Echo.SERVER, new TaskWorker.Address("127.0.0.1", other.port())),
        PingWorker.places(Echo.CLIENT, Echo.SERVER),
        _ -> new PingTask(contest));
    return new TaskContestant(name, partner, other, worker, orders);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public double halfRoundTrip(int bytes, int count) throws IOException, InterruptedException {
    return orders.measure(partner, bytes, count);
  }

  @Override
  public void close() {
    worker.close();
    other.close();
  }
}
