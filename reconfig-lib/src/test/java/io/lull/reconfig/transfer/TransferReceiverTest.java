package io.lull.reconfig.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A change that is over holds nobody, whether it has begun or not. */
@Timeout(60)
final class TransferReceiverTest {
  private static final TransferTarget NOWHERE =
      (_, _) -> {
        throw new AssertionError("nothing comes");
      };

  /** One transfer, from w2 to w1. */
  private static final StatePlan PLAN = new Moves(List.of(new StateTransfer(0, 1, "w2", "w1", 8)));

  private static final StatePlan NO_MOVES = new Moves(List.of());

  private record Moves(List<StateTransfer> transfers) implements StatePlan {
    @Override
    public List<Part> members() {
      return List.of(new Part("w1", 1), new Part("w2", 1));
    }

    @Override
    public long leastBytes() {
      return movedBytes();
    }

    @Override
    public void describe(Layout.Builder layout) {}
  }

  private final TransferReceiver receiver = new TransferReceiver(SystemClock.INSTANCE);

  private static TransferReceiver.Expected expected(
      long bytes, long bytesHere, boolean replicated) {
    return new TransferReceiver.Expected(
        (bytes == 0 ? NO_MOVES : PLAN).transfers(),
        bytes,
        bytesHere,
        replicated,
        PreCopied.NOTHING);
  }

  private String waited() throws InterruptedException {
    final String why = receiver.await(SystemClock.INSTANCE.nanos() + TimeUnit.MINUTES.toNanos(10));
    return why == null ? "all came" : why;
  }

  @Test
  void aChangeThatIsOverBeforeItBeginsIsNotWaitedFor() throws Exception {
    receiver.giveUpTo(5, "called off");
    begin(5, NOWHERE, 100);
    assertThat(waited()).isEqualTo("called off");
  }

  @Test
  void whatHasComeIsToldUntilTheEpochIsInForce() {
    assertThat(receiver.arrived(4)).isEqualTo(TransferReceiver.Arrived.NOTHING);
    receiver.begin(5, PLAN, "w1", NOWHERE, expected(60, 40, false));
    receiver.read(30);
    assertThat(receiver.arrived(4)).isEqualTo(new TransferReceiver.Arrived(5, 30, 100));
    assertThat(receiver.arrived(5)).isEqualTo(TransferReceiver.Arrived.NOTHING);
    receiver.giveUpTo(5, "called off");
    assertThat(receiver.arrived(4)).isEqualTo(TransferReceiver.Arrived.NOTHING);
  }

  /** State comes for a change whose place for it is given back while it is taken. */
  private void acceptMeanwhile(Runnable meanwhile) throws Exception {
    begin(
        5,
        (_, _) -> {
          meanwhile.run();
          throw new IllegalStateException("given back");
        },
        8);
    receiver.accept("w2", frame("w2"));
  }

  private static Frame frame(String what) {
    return frame(Channel.TRANSFER, 5, what.getBytes(StandardCharsets.UTF_8));
  }

  private static Frame frame(int channel, long epoch, byte[] content) {
    return new Frame(channel, 0, epoch, ByteBuffer.wrap(content));
  }

  private void begin(long epoch, TransferTarget target, long bytes) {
    receiver.begin(epoch, bytes == 0 ? NO_MOVES : PLAN, "w1", target, expected(bytes, 0, false));
  }

  @Test
  void cellsOfAChangeThatIsGivenUpMeanwhileAreDropped() throws Exception {
    acceptMeanwhile(() -> receiver.giveUp("called off"));
    assertThat(waited()).isEqualTo("called off");
    acceptMeanwhile(() -> begin(6, NOWHERE, 0));
    assertThat(waited()).isEqualTo("all came");
  }

  @Test
  void whatComesLateOfAChangeThatWasGivenUpChangesNothingInTheNext() throws Exception {
    final byte[] state = ReplicatedState.newBuilder().setIteration(3).build().toByteArray();
    receiver.begin(5, PLAN, "w1", NOWHERE, expected(8, 0, true));
    receiver.giveUp("called off");
    receiver.accept("w2", frame(Channel.TRANSFER, 5, new byte[8]));
    receiver.accept("w2", frame(Channel.REPLICATED, 5, state));
    assertThat(receiver.state()).isNull();

    receiver.begin(6, PLAN, "w1", (_, chunk) -> chunk.remaining(), expected(8, 0, true));
    receiver.accept("w2", frame(Channel.TRANSFER, 5, new byte[8]));
    receiver.accept("w2", frame(Channel.REPLICATED, 5, state));
    assertThat(receiver.state()).isNull();
    assertThat(receiver.arrived(5)).isEqualTo(new TransferReceiver.Arrived(6, 0, 8));
    receiver.accept("w2", frame(Channel.TRANSFER, 6, new byte[8]));
    receiver.accept("w2", frame(Channel.TRANSFER, 6, new byte[0]));
    receiver.accept("w2", frame(Channel.REPLICATED, 6, state));
    assertThat(waited()).isEqualTo("all came");
  }

  @Test
  void aLostLinkEndsAChangeUnlessTheChangeDoesWithoutIt() throws Exception {
    receiver.ignoreLinksBefore(5);
    begin(5, NOWHERE, 0);
    receiver.lose("w2", 4);
    assertThat(waited()).isEqualTo("all came");
    receiver.lose("w2", 5);
    assertThat(waited()).isEqualTo("worker w2 is lost");
  }

  @Test
  void cellsThatFindNoPlaceThoughTheirChangeGoesOnAreNot() {
    assertThatThrownBy(() -> acceptMeanwhile(() -> {})).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theNextOneIsStillToCome() throws Exception {
    receiver.giveUpTo(5, "called off");
    begin(6, NOWHERE, 0);
    assertThat(waited()).isEqualTo("all came");
  }

  @Test
  void whoeverWaitsForOneIsToldThatItIsOver() throws Exception {
    begin(5, NOWHERE, 100);
    final Thread other = Thread.ofPlatform().start(() -> receiver.giveUpTo(5, "called off"));
    assertThat(waited()).isEqualTo("called off");
    other.join();
  }

  @Test
  void theEndOfAnEarlierOneIsNotThatOfThePresent() throws Exception {
    begin(6, NOWHERE, 0);
    receiver.giveUpTo(5, "called off");
    assertThat(waited()).isEqualTo("all came");
  }

  @Test
  void whatIsNotTheSendersToGiveIsRefused() {
    begin(5, (_, _) -> 8, 8);
    assertThatThrownBy(() -> receiver.accept("w3", frame("w3's own")))
        .isInstanceOf(IOException.class)
        .hasMessage("worker w3 sent transfer 0, which is not its");
    final ByteBuffer nothing = ByteBuffer.allocate(0);
    for (final long number : new long[] {-1, 1, Long.MAX_VALUE}) {
      assertThatThrownBy(
              () -> receiver.accept("w2", new Frame(Channel.TRANSFER, number, 5, nothing)))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void everyByteThatComesIsCountedOnce() throws Exception {
    begin(5, (_, chunk) -> chunk.remaining() / 2, 4);
    receiver.accept("w2", frame("1234"));
    assertThat(receiver.arrived(4)).isEqualTo(new TransferReceiver.Arrived(5, 2, 4));
    receiver.accept("w2", frame("5678"));
    receiver.accept("w2", frame(""));
    assertThat(waited()).isEqualTo("all came");
    assertThat(receiver.arrived(4)).isEqualTo(new TransferReceiver.Arrived(5, 4, 4));
  }
}
