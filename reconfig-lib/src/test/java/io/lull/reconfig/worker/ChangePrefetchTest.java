package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Meet;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Met;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.model.GridModel;
import io.lull.reconfig.model.Configuration;
import io.lull.reconfig.model.CoupledModel;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ProgramProgress;
import io.lull.reconfig.model.ProgramResults;
import io.lull.reconfig.model.SafePoints;
import io.lull.reconfig.network.HostNetwork;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.transfer.TransferReceiver;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A meeting ends when the program is ready for the change, or with its deadline. */
@Timeout(120)
final class ChangePrefetchTest {
  private static final String SELF = "w1";
  private static final long LONG_MILLIS = 60_000;

  private final CountDownLatch awaited = new CountDownLatch(1);
  private final Readiness ready = new Readiness();
  private final VirtualClock clock = new VirtualClock();
  private final PipedInputStream said = new PipedInputStream();
  private Links links;
  private Mover model;
  private ChangePrefetch prefetch;

  /** Says when the runtime has begun to wait for it. */
  private final class Readiness extends CompletableFuture<Void> {
    @Override
    public Void get(long time, TimeUnit unit)
        throws InterruptedException, ExecutionException, TimeoutException {
      awaited.countDown();
      return super.get(time, unit);
    }
  }

  private static final class Plate implements GridProgram {
    @Override
    public void declare(GridSpace space) {
      final var _ = space.doubleGrid("u", 8, 8, Halo.of(1));
    }

    @Override
    public void initialise() {}

    @Override
    public boolean iterate() {
      return false;
    }

    @Override
    public void finish(Results results) {}
  }

  /** A model that has something to move before a change. */
  private final class Mover implements CoupledModel {
    private final ModelContext context = LoneWorker.context();
    private final GridModel grids;

    Mover() {
      grids = new GridModel(new Plate(), context, () -> 1);
    }

    @Override
    public CompletionStage<Void> meeting(List<String> members) {
      assertThat(members).containsExactly(SELF);
      return ready;
    }

    @Override
    public void declare() throws IOException {
      grids.declare();
    }

    @Override
    public DistributedState state() {
      return grids.state();
    }

    @Override
    public void enter(Configuration now, Entry entry) {
      grids.enter(now, entry);
    }

    @Override
    public void run(SafePoints points) {
      grids.run(points);
    }

    @Override
    public ProgramResults finish() throws IOException {
      return grids.finish();
    }

    @Override
    public ProgramProgress progress() {
      return grids.progress();
    }

    @Override
    public void close() {
      grids.close();
    }
  }

  @BeforeEach
  void start() throws IOException {
    model = new Mover();
    model.declare();
    links =
        new Links(
            SELF,
            HostNetwork.loopback(),
            PeerSecurity.plain(),
            (_, _) -> {},
            (_, _) -> {},
            (_, _, _) -> {},
            clock);
    final WorkerProgram program =
        new WorkerProgram(model, model.context.safePoints(), SystemClock.INSTANCE);
    prefetch =
        new ChangePrefetch(
            SELF,
            program,
            links,
            new TransferReceiver(clock).preCopy(),
            new DueOrders(program.safePoints()),
            new Reports(new PipedOutputStream(said)),
            clock);
    prefetch.warmUp(WarmUp.NONE);
  }

  @AfterEach
  void stop() {
    links.close();
    model.close();
  }

  private void meet(long deadlineMillis) {
    final Member member = Member.newBuilder().setWorker(SELF).setWeight(1).build();
    prefetch.meet(
        Meet.newBuilder()
            .setMeeting(1)
            .addMembers(member)
            .setLayout(Layout.newBuilder().setEpoch(1).addMembers(member))
            .setDeadlineMillis(deadlineMillis)
            .build());
  }

  private Met met() throws IOException {
    return Objects.requireNonNull(Frames.read(said, WorkerReport.parser())).getMet();
  }

  @Test
  void nothingIsReportedBeforeTheProgramIsReady() throws Exception {
    meet(LONG_MILLIS);
    assertThat(awaited.await(LONG_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
    assertThat(said.available()).isZero();
    ready.complete(null);
    assertThat(met()).isEqualTo(Met.newBuilder().setMeeting(1).build());
  }

  @Test
  void theMeetingEndsWithItsDeadlineThoughTheProgramIsNotReady() throws Exception {
    meet(0);
    assertThat(met()).isEqualTo(Met.newBuilder().setMeeting(1).build());
    assertThat(ready).isNotDone();
  }

  @Test
  void aProgramThatCannotBeMadeReadyPutsTheChangeOff() throws Exception {
    ready.completeExceptionally(new IOException("no room"));
    meet(LONG_MILLIS);
    assertThat(met().getUnreached())
        .isEqualTo("worker w1 is not ready for the change: java.io.IOException: no room");
  }
}
