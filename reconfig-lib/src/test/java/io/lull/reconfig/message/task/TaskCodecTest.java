package io.lull.reconfig.message.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.io.Output;
import io.lull.reconfig.ProgramError;
import io.lull.reconfig.message.MessageTask;
import io.lull.reconfig.message.Peers;
import io.lull.reconfig.message.routing.TaskPort;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tasks as they lie in pieces, those of earlier versions of the library included. */
final class TaskCodecTest {
  private static final int MOVES = 3;

  private final TaskCodec codec = new TaskCodec(new ObjectCodec(List.of()));

  /** Has one field. */
  static final class Counting implements MessageTask {
    private int count;

    Counting() {}

    Counting(int count) {
      this.count = count;
    }

    @Override
    public boolean iterate(Peers peers) {
      return false;
    }
  }

  private byte[] written() throws IOException {
    final TaskImage image =
        new TaskImage(
            7,
            Counting.class.getName(),
            new TaskTravel(5, MOVES),
            TaskPosition.START.afterIteration(),
            false,
            TaskPort.fresh(7, 1, 0).written(),
            List.of());
    return codec.encoded(image, codec.fields(new Counting(11))).stream().readAllBytes();
  }

  /** As it was before tasks had a table of their arrays. */
  private byte[] secondFormat() throws IOException {
    final byte[] bytes = written();
    final int table = TaskLayout.tableBytes(0);
    final byte[] second = Arrays.copyOfRange(bytes, table - 1, bytes.length);
    second[0] = 2;
    return second;
  }

  private TaskCodec.Decoded read(byte[] bytes) {
    return codec.decoded(assembled(bytes));
  }

  private static TaskBytes assembled(byte[] bytes) {
    final TaskBytes.Assembly assembly = new TaskBytes.Assembly(bytes.length);
    for (int at = 0, block = 0; at < bytes.length; at += TaskBytes.BLOCK_BYTES, block++) {
      assembly.put(
          block, ByteBuffer.wrap(bytes, at, Math.min(TaskBytes.BLOCK_BYTES, bytes.length - at)));
    }
    return assembly.whole();
  }

  @Test
  void aTaskIsReadAsItWasWritten() throws IOException {
    final TaskCodec.Decoded decoded = read(written());
    assertThat(decoded.image().id()).isEqualTo(7);
    assertThat(decoded.image().travel()).isEqualTo(new TaskTravel(5, MOVES));
    assertThat(decoded.image().position().iterations()).isOne();
    assertThat(((Counting) decoded.task()).count).isEqualTo(11);
  }

  @Test
  void aTaskOfTheFirstFormatIsReadAsOneThatHasNotMoved() throws IOException {
    final byte[] bytes = secondFormat();
    final Output before = new Output(256);
    before.writeByte(1);
    before.writeVarLong(7, false);
    before.writeString(Counting.class.getName());
    before.writeVarLong(5, true);
    final int at = before.position();
    assertThat(bytes[at]).as("the number of moves").isEqualTo((byte) MOVES);
    final byte[] first = new byte[bytes.length - 1];
    System.arraycopy(before.getBuffer(), 0, first, 0, at);
    System.arraycopy(bytes, at + 1, first, at, first.length - at);
    final TaskCodec.Decoded decoded = read(first);
    assertThat(decoded.image().travel()).isEqualTo(new TaskTravel(5, 0));
    assertThat(((Counting) decoded.task()).count).isEqualTo(11);
  }

  @Test
  void aTaskOfTheSecondFormatIsReadAsItWasWritten() throws IOException {
    final TaskCodec.Decoded decoded = read(secondFormat());
    assertThat(decoded.image().travel()).isEqualTo(new TaskTravel(5, MOVES));
    assertThat(((Counting) decoded.task()).count).isEqualTo(11);
  }

  @Test
  void aTaskOfALaterFormatIsRefused() throws IOException {
    final byte[] bytes = written();
    bytes[0] = 9;
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(ProgramError.class)
        .hasMessage("a task was written by another version of this library");
  }
}
