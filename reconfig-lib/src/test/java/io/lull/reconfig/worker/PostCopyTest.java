package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Reconfigure;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.partition.ArrivingRegions;
import io.lull.reconfig.state.StateLost;
import io.lull.reconfig.transfer.PreCopied;
import io.lull.reconfig.transfer.TransferEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a worker that leaves holds back comes to the one that takes its place after the change. */
@Timeout(120)
final class PostCopyTest {
  private static final long LONG_MILLIS = TimeUnit.MINUTES.toMillis(10);

  /** So slow that nothing of a grid is there before it is wanted. */
  private static final long BYTES_PER_SECOND_OF_A_STUCK_LINK = 1_000;

  private final KernelThreads kernels = new KernelThreads(() -> 1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private CopyingWorker holder;
  private CopyingWorker joiner;
  private Layout layout;

  @BeforeEach
  void begin() throws Exception {
    holder = new CopyingWorker("w0", kernels);
    joiner = new CopyingWorker("w1", kernels);
    final ChangePlan start =
        ChangePlan.of(
            Reconfigure.newBuilder()
                .setEpoch(1)
                .setDeadlineMillis(60_000)
                .addMembers(holder.member)
                .setFresh(Fresh.getDefaultInstance())
                .build(),
            holder.space.state());
    assertThat(holder.carryOut(start, PreCopied.NOTHING).failure()).isNull();
    layout = start.layout();
    holder.fill(holder.map, 1);
    holder.fill(holder.water, 2);
  }

  @AfterEach
  void end() {
    holder.links.allow(0);
    holder.close();
    joiner.close();
    threads.shutdownNow();
    kernels.close();
  }

  private ChangePlan plan(CopyingWorker side) {
    return ChangePlan.of(
        Reconfigure.newBuilder()
            .setEpoch(CopyingWorker.LAST_EPOCH)
            .setDeadlineMillis(60_000)
            .addMembers(joiner.member)
            .setLive(Live.newBuilder().setLayout(layout))
            .setPostCopy(true)
            .build(),
        side.space.state());
  }

  /** The joiner takes the holder's place. */
  private void change() throws Exception {
    final ChangePlan there = plan(joiner);
    final Future<TransferEngine.Outcome> joined =
        threads.submit(() -> joiner.carryOut(there, PreCopied.NOTHING));
    final TransferEngine.Outcome left = holder.carryOut(plan(holder), PreCopied.NOTHING);
    assertThat(left.failure()).isNull();
    assertThat(left.sentBytes()).as("before the change is in force").isZero();
    assertThat(joined.get().failure()).isNull();
  }

  private ArrivingRegions arriving() {
    final @Nullable ArrivingRegions arriving = joiner.space.state().arriving();
    if (arriving == null) {
      throw new AssertionError("nothing is on its way");
    }
    return arriving;
  }

  @Test
  void everythingFollowsAndTheHolderStaysUntilItHasCome() throws Exception {
    holder.links.allow(BYTES_PER_SECOND_OF_A_STUCK_LINK);
    change();
    assertThat(joiner.receiver.postCopy().senders()).containsExactly("w0");
    assertThat(joiner.receiver.postCopy().awaitCome(1))
        .isEqualTo("the data of the change before did not come in time");
    final Future<?> staying =
        threads.submit(() -> {
          holder.receiver.postCopy().awaitGone(LONG_MILLIS);
          return null;
        });
    assertThat(staying.isDone()).isFalse();
    holder.links.allow(0);
    staying.get();
    assertThat(joiner.receiver.postCopy().awaitCome(LONG_MILLIS)).isNull();
    assertThat(joiner.receiver.postCopy().senders()).isEmpty();
    joiner.space.state().awaitWhole();
    assertThat(joiner.space.state().arriving()).isNull();
    assertThat(joiner.has(joiner.map, 1)).isTrue();
    assertThat(joiner.has(joiner.water, 2)).isTrue();
  }

  @Test
  void aHolderThatIsLostBeforeIsToldToTheProgramThatWaits() throws Exception {
    holder.links.allow(BYTES_PER_SECOND_OF_A_STUCK_LINK);
    change();
    final ArrivingRegions arriving = arriving();
    final Future<?> waiting = threads.submit(arriving::awaitWhole);
    joiner.receiver.lose("w0", 0);
    assertThatThrownBy(waiting::get)
        .hasCauseInstanceOf(StateLost.class)
        .hasMessageContaining("worker w0 is lost, from which data was to come");
    assertThat(joiner.receiver.postCopy().awaitCome(LONG_MILLIS)).contains("w0 is lost");
  }

  @Test
  void aHolderWhoseReceiverIsLostDoesNotStay() throws Exception {
    holder.links.allow(BYTES_PER_SECOND_OF_A_STUCK_LINK);
    change();
    holder.receiver.lose("w1", 0);
    holder.receiver.postCopy().awaitGone(LONG_MILLIS);
  }

  @Test
  void aLossAfterAllHasComeIsNone() throws Exception {
    change();
    assertThat(joiner.receiver.postCopy().awaitCome(LONG_MILLIS)).isNull();
    joiner.receiver.lose("w0", 0);
    assertThat(joiner.receiver.postCopy().awaitCome(LONG_MILLIS)).isNull();
    joiner.space.state().awaitWhole();
  }

  @Test
  void nothingIsWrittenOnceAChangeIsGivenUp() throws Exception {
    holder.links.allow(BYTES_PER_SECOND_OF_A_STUCK_LINK);
    change();
    joiner.receiver.postCopy().abandon(CopyingWorker.LAST_EPOCH + 1);
    assertThat(joiner.receiver.postCopy().senders()).as("another one goes on").isNotEmpty();
    joiner.receiver.postCopy().abandon(CopyingWorker.LAST_EPOCH);
    assertThat(joiner.receiver.postCopy().senders()).isEmpty();
    assertThat(arriving().write("w0", ByteBuffer.allocate(100))).as("it is dropped").isFalse();
  }

  @Test
  void whatIsSentForAnEpochThatIsNotBegunHereAnyMoreIsDropped() throws Exception {
    joiner.receiver.giveUpTo(CopyingWorker.LAST_EPOCH, "called off");
    // It would wait for two minutes.
    joiner
        .receiver
        .postCopy()
        .accept(
            "w0",
            new Frame(Channel.POST_COPY, 0, CopyingWorker.LAST_EPOCH, ByteBuffer.allocate(8)));
  }

  @Test
  void otherCellsThanThoseThatComeNextAreRefused() throws Exception {
    holder.links.allow(BYTES_PER_SECOND_OF_A_STUCK_LINK);
    change();
    final ArrivingRegions arriving = arriving();
    assertThatThrownBy(() -> arriving.write("w7", ByteBuffer.allocate(100)))
        .isInstanceOf(IOException.class)
        .hasMessage("worker w7 sent cells that nobody waits for");
    final ByteBuffer elsewhere = ByteBuffer.allocate(56).order(ByteOrder.LITTLE_ENDIAN);
    elsewhere.putLong(0).putLong(1).putLong(5).putLong(6).putLong(0).putLong(1).putDouble(7);
    assertThatThrownBy(() -> arriving.write("w0", elsewhere.flip()))
        .isInstanceOf(IOException.class)
        .hasMessage("worker w0 sent other cells than those that come next");
  }
}
