package io.lull.reconfig.worker;

import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.model.IndependentModel;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** A worker that works for itself: it passes orders on, and listens to no peer. */
public final class IndependentWorker {
  private IndependentWorker() {}

  /**
   * Works until the orders end, or one says so.
   *
   * @param startMillis from the process's start to now
   */
  public static void run(
      Welcome welcome,
      IndependentModel model,
      InputStream orders,
      Reports reports,
      long startMillis)
      throws IOException {
    final Ready.Builder ready =
        Ready.newBuilder().setHost(welcome.getListenHost()).setStartMillis(startMillis);
    model.ready(ready);
    reports.send(WorkerReport.newBuilder().setReady(ready));
    @Nullable WorkerOrder order = Frames.read(orders, WorkerOrder.parser());
    while (order != null && !order.hasEnd()) {
      model.order(order);
      order = Frames.read(orders, WorkerOrder.parser());
    }
  }
}
