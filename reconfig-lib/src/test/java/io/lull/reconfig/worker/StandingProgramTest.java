package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Proceed;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.LoopbackLinks;
import io.lull.reconfig.grid.model.GridProvider;
import io.lull.reconfig.model.Configuration;
import io.lull.reconfig.model.CoupledModel;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.model.ProgramProgress;
import io.lull.reconfig.model.ProgramResults;
import io.lull.reconfig.model.SafePointCounter;
import io.lull.reconfig.model.SafePoints;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.transfer.PairTransfers;
import io.lull.reconfig.transfer.TransferReceiver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program whose own thread has nothing to compute reaches each safe point that is asked for. */
@Timeout(60)
final class StandingProgramTest {
  private static final String SELF = "w1";
  private static final long DEADLINE_MILLIS = 30_000;

  /** It pauses, and that is all. */
  private record Standing(DistributedState state) implements CoupledModel {
    @Override
    public void declare() {}

    @Override
    public void enter(Configuration now, Entry entry) {}

    @Override
    public void run(SafePoints points) throws InterruptedException {
      while (true) {
        points.pause();
      }
    }

    @Override
    public ProgramResults finish() {
      throw new AssertionError("the program has no end");
    }

    @Override
    public ProgramProgress progress() {
      return new ProgramProgress(0, 0);
    }
  }

  /** The worker's reports; runs what a test wants to happen at the very moment of one. */
  private static final class Heard extends ByteArrayOutputStream {
    private final BlockingQueue<WorkerReport> reports = new LinkedBlockingQueue<>();
    private volatile Runnable onResumed = () -> {};

    /** The safe point that the worker voted for last. */
    private volatile long vote;

    @Override
    public synchronized void flush() throws IOException {
      final @Nullable WorkerReport report =
          Frames.read(new ByteArrayInputStream(toByteArray()), WorkerReport.parser());
      reset();
      if (report != null) {
        if (report.hasAtSafePoint()) {
          vote = report.getAtSafePoint().getSafePoint();
        }
        reports.add(report);
        if (report.hasResumed()) {
          onResumed.run();
        }
      }
    }

    WorkerReport await(Predicate<WorkerReport> condition) throws InterruptedException {
      while (true) {
        final @Nullable WorkerReport report = reports.poll(DEADLINE_MILLIS, TimeUnit.MILLISECONDS);
        if (report == null) {
          throw new AssertionError("no such report came");
        }
        if (condition.test(report)) {
          return report;
        }
      }
    }
  }

  private final DistributedState state = new GridProvider().rehearsal().orElseThrow().get();
  private final Heard heard = new Heard();
  private final PairTransfers units = new PairTransfers(SELF);
  private Links links;
  private WorkerRuntime worker;
  private Thread program;

  @BeforeEach
  void start() throws IOException {
    final TransferReceiver receiver = new TransferReceiver(SystemClock.INSTANCE);
    links = LoopbackLinks.of(SELF, receiver.register(new ChannelHandlers()));
    worker =
        new WorkerRuntime(
            Welcome.newBuilder().setJob("J1").setWorker(SELF).setListenHost(links.host()).build(),
            new WorkerProgram(new Standing(state), new SafePointCounter(), SystemClock.INSTANCE),
            new Reports(heard),
            links,
            new ArrivingState(receiver, units),
            SystemClock.INSTANCE);
    program =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                worker.run(0, WarmUp.NONE);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  @AfterEach
  void end() throws InterruptedException {
    program.interrupt();
    program.join();
    links.close();
    units.close();
    state.drop();
  }

  private Reconfigure.Builder change(long epoch) {
    return Reconfigure.newBuilder()
        .setEpoch(epoch)
        .addMembers(
            Member.newBuilder()
                .setWorker(SELF)
                .setHost(links.host())
                .setPort(links.port())
                .setWeight(1))
        .setDeadlineMillis(DEADLINE_MILLIS);
  }

  private void propose() {
    worker.order(WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(2)).build());
  }

  private void changeAgain(Prepared before, long safePoint) {
    final Live live =
        Live.newBuilder().setLayout(before.getLayout()).setSafePoint(safePoint).build();
    worker.order(WorkerOrder.newBuilder().setReconfigure(change(2).setLive(live)).build());
  }

  private Prepared prepareTheFirst() throws InterruptedException {
    heard.await(WorkerReport::hasReady);
    worker.order(
        WorkerOrder.newBuilder()
            .setReconfigure(change(1).setFresh(Fresh.getDefaultInstance()))
            .build());
    return heard.await(WorkerReport::hasPrepared).getPrepared();
  }

  private void proceed() {
    worker.order(WorkerOrder.newBuilder().setProceed(Proceed.newBuilder().setEpoch(1)).build());
  }

  @Test
  void preparesAChangeThatIsOrderedBeforeItStands() throws Exception {
    final Prepared first = prepareTheFirst();
    heard.onResumed =
        () -> {
          propose();
          changeAgain(first, heard.vote);
        };
    proceed();
    heard.await(WorkerReport::hasResumed);
    assertThat(heard.await(WorkerReport::hasPrepared).getPrepared().getMissing()).isEmpty();
  }

  @Test
  void preparesAChangeThatIsOrderedAfterItsVote() throws Exception {
    final Prepared first = prepareTheFirst();
    heard.onResumed = this::propose;
    proceed();
    heard.await(WorkerReport::hasAtSafePoint);
    changeAgain(first, heard.vote);
    assertThat(heard.await(WorkerReport::hasPrepared).getPrepared().getMissing()).isEmpty();
  }
}
