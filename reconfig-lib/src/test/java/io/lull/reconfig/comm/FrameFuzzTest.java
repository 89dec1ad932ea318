package io.lull.reconfig.comm;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Throttle;
import io.lull.testkit.random.Fuzzer;
import io.lull.testkit.random.Seed;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a peer sends instead of frames ends its connection, and costs no more than it sent. */
final class FrameFuzzTest {
  private static final int SHORT = 40;

  /** Taken once: it is not its size that is tested. */
  private static final ByteBuffer PLACE = ByteBuffer.allocateDirect(Frame.MAX_PAYLOAD_BYTES);

  @RegisterExtension private final Seed seed = Seed.ofThisRun();

  @Test
  void damagedFramesEndTheConnection() {
    final Fuzzer.Result result =
        new Fuzzer(seed, "frames")
            .samples(frames(SHORT, 0, SHORT), frames(Frame.LARGE_BYTES))
            .refusals(IOException.class)
            .run(FrameFuzzTest::readAll);
    assertThat(result.accepted()).isPositive();
  }

  private static byte[] frames(int... lengths) {
    final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    for (int i = 0; i < lengths.length; i++) {
      final ByteBuffer frame = Frame.buffer(lengths[i]);
      frame
          .putInt(0, lengths[i])
          .put(Frame.CHANNEL_AT, (byte) Channel.CALLS)
          .putLong(Frame.TAG_AT, i)
          .putLong(Frame.EPOCH_AT, 1);
      final byte[] bytes = new byte[frame.position() + lengths[i]];
      frame.position(0).get(bytes, 0, bytes.length - lengths[i]);
      sent.writeBytes(bytes);
    }
    return sent.toByteArray();
  }

  private static void readAll(byte[] input) throws IOException, InterruptedException {
    final FrameReader reader =
        new FrameReader("w2", new Sent(ByteBuffer.wrap(input)), new Throttle(SystemClock.INSTANCE));
    try {
      while (reader.next() != null) {
        // Each is as good as another.
      }
    } catch (EOFException e) {
      // All of it was read: the peer has hung up.
    }
  }

  /** Everything that the peer sent has come. */
  private record Sent(ByteBuffer bytes) implements Wire {
    @Override
    public boolean open() {
      return true;
    }

    @Override
    public int read(ByteBuffer into) {
      if (!bytes.hasRemaining()) {
        return -1;
      }
      final int count = Math.min(bytes.remaining(), into.remaining());
      into.put(into.position(), bytes, bytes.position(), count).position(into.position() + count);
      bytes.position(bytes.position() + count);
      return count;
    }

    @Override
    public boolean write(ByteBuffer from) {
      throw new AssertionError("a reader writes nothing");
    }

    @Override
    public ByteBuffer place(int length) {
      return PLACE.slice(0, length);
    }
  }
}
