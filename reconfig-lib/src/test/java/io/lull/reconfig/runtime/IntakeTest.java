package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.distribution.Allotment;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.TransferPlan;
import io.lull.reconfig.grid.Cells;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.parallel.KernelThreads;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A change that is over holds nobody, whether it has begun or not. */
@Timeout(60)
final class IntakeTest {
  private static final TransferPlan NO_PLAN =
      new TransferPlan(Allotment.NONE, Allotment.NONE, List.of(), 0, 0);

  private final Intake intake = new Intake(SystemClock.INSTANCE);

  private String waited() throws InterruptedException {
    final String why = intake.await(SystemClock.INSTANCE.nanos() + TimeUnit.MINUTES.toNanos(10));
    return why == null ? "all came" : why;
  }

  @Test
  void aChangeThatIsOverBeforeItBeginsIsNotWaitedFor() throws Exception {
    intake.giveUpTo(5, "called off");
    intake.begin(5, List.of(), NO_PLAN, 100, 0, false);
    assertThat(waited()).isEqualTo("called off");
  }

  @Test
  void whatHasComeIsToldUntilTheEpochIsInForce() {
    assertThat(intake.arrived(4)).isEqualTo(Intake.Arrived.NOTHING);
    intake.begin(5, List.of(), NO_PLAN, 60, 40, false);
    intake.read(30);
    assertThat(intake.arrived(4)).isEqualTo(new Intake.Arrived(5, 30, 100));
    assertThat(intake.arrived(5)).isEqualTo(Intake.Arrived.NOTHING);
    intake.giveUpTo(5, "called off");
    assertThat(intake.arrived(4)).isEqualTo(Intake.Arrived.NOTHING);
  }

  /** Cells come for a change whose place for them is given back while they are taken. */
  private void acceptMeanwhile(Runnable meanwhile) throws Exception {
    try (KernelThreads threads = new KernelThreads(() -> 1)) {
      final Space space = new Space(Map.of(), List.of(), threads);
      final DoubleGrid grid = space.doubleGrid("u", Extents.of(2, 3), Halo.of(0));
      Cells.prepare(grid, grid.all());
      final List<Cells> targets =
          new AbstractList<>() {
            @Override
            public Cells get(int index) {
              final Cells cells = Cells.pending(grid);
              meanwhile.run();
              Cells.abandon(grid);
              return cells;
            }

            @Override
            public int size() {
              return 1;
            }
          };
      final Region all = grid.all();
      final int bytes = (int) all.cells() * Double.BYTES;
      intake.begin(5, targets, NO_PLAN, bytes, 0, false);
      final ByteBuffer frame = Frame.buffer(Chunk.MOST_HEAD_BYTES + bytes);
      new Chunk.Box(0, all, all).putHead(frame);
      frame.position(frame.position() + bytes);
      final ByteBuffer payload = Frame.payload(frame).slice().order(ByteOrder.LITTLE_ENDIAN);
      intake.accept("w2", new Frame(Channel.CELLS, 0, 5, payload));
    }
  }

  @Test
  void cellsOfAChangeThatIsGivenUpMeanwhileAreDropped() throws Exception {
    acceptMeanwhile(() -> intake.giveUp("called off"));
    assertThat(waited()).isEqualTo("called off");
    acceptMeanwhile(() -> intake.begin(6, List.of(), NO_PLAN, 0, 0, false));
    assertThat(waited()).isEqualTo("all came");
  }

  @Test
  void cellsThatFindNoPlaceThoughTheirChangeGoesOnAreNot() {
    assertThatThrownBy(() -> acceptMeanwhile(() -> {})).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theNextOneIsStillToCome() throws Exception {
    intake.giveUpTo(5, "called off");
    intake.begin(6, List.of(), NO_PLAN, 0, 0, false);
    assertThat(waited()).isEqualTo("all came");
  }

  @Test
  void whoeverWaitsForOneIsToldThatItIsOver() throws Exception {
    intake.begin(5, List.of(), NO_PLAN, 100, 0, false);
    final Thread other = Thread.ofPlatform().start(() -> intake.giveUpTo(5, "called off"));
    assertThat(waited()).isEqualTo("called off");
    other.join();
  }

  @Test
  void theEndOfAnEarlierOneIsNotThatOfThePresent() throws Exception {
    intake.begin(6, List.of(), NO_PLAN, 0, 0, false);
    intake.giveUpTo(5, "called off");
    assertThat(waited()).isEqualTo("all came");
  }
}
