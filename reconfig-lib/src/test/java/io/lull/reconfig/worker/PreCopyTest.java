package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Reconfigure;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.state.PreCopyRule;
import io.lull.reconfig.transfer.PreCopied;
import io.lull.reconfig.transfer.TransferEngine;
import io.lull.testkit.random.Seed;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What was copied to a worker before it joins is used where it is still the same; what was written
 * since goes again.
 */
@Timeout(120)
final class PreCopyTest {
  private static final long GRID_BYTES = CopyingWorker.GRID_BYTES;
  private static final long MEETING = 7;
  private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final int ROUNDS = 12;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();
  private final KernelThreads kernels = new KernelThreads(() -> 1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private CopyingWorker holder;
  private CopyingWorker joiner;
  private Layout layout;

  @BeforeEach
  void begin() throws Exception {
    holder = new CopyingWorker("w0", kernels);
    joiner = new CopyingWorker("w1", kernels);
    layout = start(holder);
    holder.fill(holder.map, 1);
    holder.fill(holder.water, 1);
  }

  private static Layout start(CopyingWorker side) throws InterruptedException {
    final ChangePlan change =
        ChangePlan.of(
            Reconfigure.newBuilder()
                .setEpoch(1)
                .setDeadlineMillis(60_000)
                .addMembers(side.member)
                .setFresh(Fresh.getDefaultInstance())
                .build(),
            side.space.state());
    assertThat(side.carryOut(change, PreCopied.NOTHING).failure()).isNull();
    return change.layout();
  }

  private void closeSides() {
    holder.close();
    joiner.close();
  }

  @AfterEach
  void end() {
    closeSides();
    threads.shutdownNow();
    kernels.close();
  }

  /** The joiner takes the holder's place. */
  private ChangePlan plan(CopyingWorker side) {
    @Nullable ChangePlan plan = side.planned;
    if (plan == null) {
      plan =
          ChangePlan.of(
              Reconfigure.newBuilder()
                  .setEpoch(2)
                  .setDeadlineMillis(60_000)
                  .addMembers(joiner.member)
                  .setLive(Live.newBuilder().setLayout(layout))
                  .build(),
              side.space.state());
      side.planned = plan;
    }
    return plan;
  }

  private void meet(long meeting) throws Exception {
    final Link there = holder.to(joiner);
    final Link back = joiner.to(holder);
    final Set<String> holders = Set.of(holder.name());
    assertThat(
            joiner
                .receiver
                .preCopy()
                .meet(meeting, plan(joiner).plan(), "w1", holders, Map.of("w0", back)))
        .isTrue();
    assertThat(
            holder
                .receiver
                .preCopy()
                .meet(meeting, plan(holder).plan(), "w0", holders, Map.of("w1", there)))
        .isTrue();
  }

  private void start(PreCopyRule rule) {
    joiner.receiver.preCopy().start(MEETING, joiner.space.state(), rule);
    holder.receiver.preCopy().start(MEETING, holder.space.state(), rule);
  }

  private void await() throws InterruptedException {
    final long end = SystemClock.INSTANCE.nanos() + LONG_NANOS;
    holder.receiver.preCopy().await(MEETING, end, end);
    joiner.receiver.preCopy().await(MEETING, end, end);
  }

  /**
   * @return what each worker says, the holder first
   */
  private List<TransferEngine.Outcome> change() throws Exception {
    final ChangePlan there = plan(joiner);
    final ChangePlan here = plan(holder);
    final Future<TransferEngine.Outcome> joined =
        threads.submit(() -> joiner.carryOut(there, joiner.receiver.preCopy().take(there.plan())));
    final TransferEngine.Outcome left =
        holder.carryOut(here, holder.receiver.preCopy().take(here.plan()));
    if (left.failure() != null) {
      joiner.receiver.giveUp("the other one failed");
    }
    return List.of(left, joined.get());
  }

  private static long sentBytes(List<TransferEngine.Outcome> outcomes) {
    assertThat(outcomes).allMatch(outcome -> outcome.failure() == null);
    return outcomes.getFirst().sentBytes();
  }

  @Test
  void whatIsStillTheSameDoesNotGoAgain() throws Exception {
    meet(MEETING);
    start(new PreCopyRule.Everything());
    await();
    assertThat(sentBytes(change())).isZero();
    assertThat(joiner.has(joiner.map, 1)).isTrue();
    assertThat(joiner.has(joiner.water, 1)).isTrue();
  }

  @Test
  void whatWasWrittenSinceGoesAgain() throws Exception {
    meet(MEETING);
    start(new PreCopyRule.Everything());
    await();
    holder.fill(holder.water, 2);
    assertThat(sentBytes(change())).isBetween(GRID_BYTES, GRID_BYTES + GRID_BYTES / 100);
    assertThat(joiner.has(joiner.map, 1)).isTrue();
    assertThat(joiner.has(joiner.water, 2)).isTrue();
  }

  @Test
  void onlyWhatIsSeldomWrittenIsCopied() throws Exception {
    for (int safePoint = 0; safePoint < 20; safePoint++) {
      holder.fill(holder.water, 3);
    }
    meet(MEETING);
    start(new PreCopyRule.SeldomWritten(20));
    await();
    final PreCopied copied = holder.receiver.preCopy().take(plan(holder).plan());
    assertThat(copied.current().cardinality()).isEqualTo(1);
    assertThat(copied.sentBytes()).isBetween(GRID_BYTES, GRID_BYTES + GRID_BYTES / 100);
  }

  @Test
  void whatIsWrittenAllTheTimeIsNotWorthASafePoint() throws Exception {
    for (int safePoint = 0; safePoint < 20; safePoint++) {
      holder.fill(holder.map, 2);
      holder.fill(holder.water, 3);
    }
    meet(MEETING);
    assertThat(isWorthIt(holder, new PreCopyRule.SeldomWritten(20))).isFalse();
    assertThat(isWorthIt(holder, new PreCopyRule.SeldomWritten(1_000))).isTrue();
    assertThat(isWorthIt(holder, new PreCopyRule.Everything())).isTrue();
    assertThat(isWorthIt(joiner, new PreCopyRule.SeldomWritten(20)))
        .as("whoever joins makes its room in any case")
        .isTrue();
  }

  private static boolean isWorthIt(CopyingWorker side, PreCopyRule rule) {
    return side.receiver.preCopy().isWorthIt(MEETING, side.space.state(), rule);
  }

  @Test
  void aProgramThatHasJustBegunSaysNothingOfWhatItWrites() throws Exception {
    meet(MEETING);
    start(new PreCopyRule.SeldomWritten(5));
    await();
    assertThat(holder.receiver.preCopy().take(plan(holder).plan()).sentBytes()).isZero();
    assertThat(sentBytes(change())).isGreaterThan(2 * GRID_BYTES);
  }

  @Test
  void aCopyThatTheJoinerHasLostEndsTheChange() throws Exception {
    meet(MEETING);
    start(new PreCopyRule.Everything());
    await();
    joiner.receiver.preCopy().end();
    joiner.space.state().abandon();
    assertThat(change().getLast().failure()).contains("w0 has copied transfer", "is not here");
  }

  @Test
  void aCopyOfAnEarlierMeetingIsNotTakenForThatOfThePresentOne() throws Exception {
    meet(MEETING);
    start(new PreCopyRule.Everything());
    await();
    final PreCopied stale = holder.receiver.preCopy().take(plan(holder).plan());
    meet(MEETING + 1);
    joiner
        .receiver
        .preCopy()
        .start(MEETING + 1, joiner.space.state(), new PreCopyRule.Everything());
    final ChangePlan there = plan(joiner);
    final Future<TransferEngine.Outcome> joined =
        threads.submit(() -> joiner.carryOut(there, joiner.receiver.preCopy().take(there.plan())));
    holder.carryOut(plan(holder), stale);
    assertThat(joined.get().failure()).contains("is not here");
  }

  @Test
  void whereMemoryIsShortNothingIsCopiedAndTheChangeBringsAll() throws Exception {
    meet(MEETING);
    holder.receiver.preCopy().giveUp();
    start(new PreCopyRule.Everything());
    await();
    assertThat(sentBytes(change())).isGreaterThan(2 * GRID_BYTES);
    assertThat(joiner.has(joiner.water, 1)).isTrue();
  }

  @Test
  void aHolderThatDoesNotComeToASafePointInTimeCopiesNothing() throws Exception {
    meet(MEETING);
    joiner.receiver.preCopy().start(MEETING, joiner.space.state(), new PreCopyRule.Everything());
    final long now = SystemClock.INSTANCE.nanos();
    holder.receiver.preCopy().await(MEETING, now, now + LONG_NANOS);
    joiner.receiver.preCopy().await(MEETING, now, now + LONG_NANOS);
    assertThat(sentBytes(change())).isGreaterThan(2 * GRID_BYTES);
    assertThat(joiner.has(joiner.map, 1)).isTrue();
  }

  @Test
  void whatIsSaidBeforeAWorkerMeetsIsNotLost() throws Exception {
    final long allSent = -3;
    joiner
        .receiver
        .preCopy()
        .accept("w0", new Frame(Channel.PRE_COPY, allSent, MEETING, ByteBuffer.allocate(0)));
    final Link _ = holder.to(joiner);
    assertThat(
            joiner
                .receiver
                .preCopy()
                .meet(
                    MEETING,
                    plan(joiner).plan(),
                    "w1",
                    Set.of("w0"),
                    Map.of("w0", joiner.to(holder))))
        .as("there is something to wait for")
        .isFalse();
  }

  @Test
  void aPeerThatIsLostIsNotWaitedFor() throws Exception {
    meet(MEETING);
    start(new PreCopyRule.Everything());
    joiner.receiver.lose("w0", 0);
    holder.receiver.lose("w1", 0);
    await();
    assertThat(holder.receiver.preCopy().take(plan(holder).plan()).meeting()).isEqualTo(MEETING);
  }

  @Test
  void aChangeAtAnyMomentOfTheCopyingBringsTheRightCells() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      meet(MEETING);
      start(new PreCopyRule.Everything());
      double water = 1;
      for (int write = random.nextInt(4); write > 0; write--) {
        water++;
        holder.fill(holder.water, water);
      }
      final double map = 1 + random.nextInt(2);
      if (map != 1) {
        holder.fill(holder.map, map);
      }
      assertThat(change()).allMatch(outcome -> outcome.failure() == null);
      assertThat(joiner.has(joiner.map, map)).as("map, round %d", round).isTrue();
      assertThat(joiner.has(joiner.water, water)).as("water, round %d", round).isTrue();
      closeSides();
      begin();
    }
  }
}
