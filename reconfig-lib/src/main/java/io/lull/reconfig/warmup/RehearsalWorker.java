package io.lull.reconfig.warmup;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.model.SafePointCounter;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.transfer.PairTransfers;
import io.lull.reconfig.transfer.TransferReceiver;
import io.lull.reconfig.worker.ArrivingState;
import io.lull.reconfig.worker.Reports;
import io.lull.reconfig.worker.WarmUp;
import io.lull.reconfig.worker.WorkerProgram;
import io.lull.reconfig.worker.WorkerRuntime;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A complete worker of a rehearsal, in this process: its runtime, links and state are as those of
 * real workers. Orders and reports are encoded and decoded, too. Used by one thread.
 */
final class RehearsalWorker implements AutoCloseable {
  /** The first word of the name of its program's thread. */
  static final String THREAD = "rehearsing";

  /** Between two orders a worker reports once or twice. */
  private static final int MOST_REPORTS = 64;

  private static final Duration ENDS_WITHIN = Duration.ofSeconds(10);

  /** A worker's reports, as its agent would read them. */
  private static final class Heard extends ByteArrayOutputStream {
    private final BlockingQueue<WorkerReport> reports = new ArrayBlockingQueue<>(MOST_REPORTS);

    @Override
    public synchronized void flush() throws IOException {
      final @Nullable WorkerReport report =
          Frames.read(new ByteArrayInputStream(toByteArray()), WorkerReport.parser());
      reset();
      if (report != null && !reports.offer(report)) {
        throw new IOException("over " + MOST_REPORTS + " reports wait");
      }
    }
  }

  private final String name;
  private final DistributedState state;
  private final PairTransfers units;
  private final Links links;
  private final WorkerRuntime runtime;
  private final Heard heard = new Heard();
  private final Thread program;

  /**
   * It is started, and not waited for.
   *
   * @param like the links are made as these are
   */
  RehearsalWorker(String name, Links like, DistributedState state, Clock clock) throws IOException {
    this.name = name;
    this.state = state;
    final TransferReceiver receiver = new TransferReceiver(clock);
    this.units = new PairTransfers(name);
    this.links =
        like.twin(name, receiver.register(new ChannelHandlers()).handle(Channel.UNITS, units));
    this.runtime =
        new WorkerRuntime(
            Welcome.newBuilder()
                .setJob("rehearsal")
                .setWorker(name)
                .setListenHost(links.host())
                .build(),
            new WorkerProgram(new StandingModel(state), new SafePointCounter(), clock),
            new Reports(heard),
            links,
            new ArrivingState(receiver, units),
            clock);
    this.program = Thread.ofPlatform().daemon().name(THREAD + " " + name).start(this::work);
  }

  private void work() {
    try {
      runtime.run(0, WarmUp.NONE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  String name() {
    return name;
  }

  /** Where others reach it, once it is {@link #ready}. */
  Member member(double weight) {
    return Member.newBuilder()
        .setWorker(name)
        .setHost(links.host())
        .setPort(links.port())
        .setWeight(weight)
        .build();
  }

  Ready ready(Duration within) throws IOException, InterruptedException {
    return await(WorkerReport::hasReady, within).getReady();
  }

  void tell(WorkerOrder.Builder order) throws IOException {
    runtime.order(WorkerOrder.parseFrom(order.build().toByteArray()));
  }

  /**
   * The next report that the condition accepts.
   *
   * @throws IOException when none comes in time, or the worker says that it failed
   */
  WorkerReport await(Predicate<WorkerReport> condition, Duration within)
      throws IOException, InterruptedException {
    while (true) {
      final @Nullable WorkerReport report =
          heard.reports.poll(within.toNanos(), TimeUnit.NANOSECONDS);
      if (report == null || report.hasFailed()) {
        throw new IOException(name + (report == null ? " is silent" : " failed: " + report));
      }
      if (condition.test(report)) {
        return report;
      }
    }
  }

  @Override
  public void close() {
    program.interrupt();
    links.close();
    units.close();
    try {
      if (program.join(ENDS_WITHIN)) {
        state.drop();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
