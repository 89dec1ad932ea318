package io.lull.reconfig.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.Layout;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateTransfer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a worker that is to join takes of what others copy to it, and what not. */
final class PreCopyRoomTest {
  /** To w1, of which w2 and w3 have one part each. */
  private record Moves(List<StateTransfer> transfers) implements StatePlan {
    @Override
    public List<Part> members() {
      return List.of(new Part("w1", 1));
    }

    @Override
    public long leastBytes() {
      return movedBytes();
    }

    @Override
    public void describe(Layout.Builder layout) {}
  }

  private final PreCopyRoom room =
      new PreCopyRoom(
          new Moves(
              List.of(
                  new StateTransfer(0, 0, "w2", "w1", 8), new StateTransfer(1, 1, "w3", "w1", 8))),
          BitSet.valueOf(new long[] {3}));
  private int written;

  private void make() {
    assertThat(
            room.make(
                () ->
                    (_, chunk) -> {
                      written++;
                      return chunk.remaining();
                    },
                () -> {}))
        .isTrue();
  }

  private void copy(String from, int transfer, int bytes) throws IOException {
    room.came(from, new Frame(Channel.PRE_COPY, transfer, 1, ByteBuffer.allocate(bytes)));
  }

  @Test
  void takesWhatComesToItsEnd() throws Exception {
    make();
    copy("w2", 0, 8);
    assertThat(room.hasCome(0)).isFalse();
    copy("w2", 0, 0);
    assertThat(room.hasCome(0)).isTrue();
    assertThat(room.hasCome(1)).isFalse();
    assertThat(written).isEqualTo(1);
  }

  @Test
  void aCopyThatComesBehindTheChangesOwnFramesOverwritesNothing() throws Exception {
    make();
    copy("w2", 0, 8);
    room.close("w2");
    copy("w2", 0, 8);
    copy("w2", 0, 0);
    assertThat(written).isEqualTo(1);
    assertThat(room.hasCome(0)).isFalse();
    copy("w3", 1, 8);
    assertThat(written).as("of another worker").isEqualTo(2);
  }

  @Test
  void whatNobodyAskedForEndsTheLink() {
    assertThatThrownBy(() -> copy("w2", 0, 8)).hasMessageContaining("unasked");
    make();
    assertThatThrownBy(() -> copy("w2", 2, 8)).hasMessageContaining("unasked");
    assertThatThrownBy(() -> copy("w2", 1, 8)).hasMessageContaining("not its own");
    assertThat(written).isZero();
  }

  @Test
  void whereThereIsNoMemoryNothingStaysTaken() {
    final boolean[] abandoned = new boolean[1];
    assertThat(
            room.make(
                () -> {
                  throw new OutOfMemoryError("no room");
                },
                () -> abandoned[0] = true))
        .isFalse();
    assertThat(abandoned[0]).isTrue();
    assertThat(room.target()).isNull();
  }
}
