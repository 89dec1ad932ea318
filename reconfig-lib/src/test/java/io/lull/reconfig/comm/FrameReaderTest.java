package io.lull.reconfig.comm;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Throttle;
import io.lull.testkit.random.Seed;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Where large frames of a plain link lie: in the same memory again and again, never two at once.
 */
final class FrameReaderTest {
  private static final int LARGE = Frame.LARGE_BYTES;
  private static final int FRAMES = 200;

  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

  /** A frame whose bytes are all its tag's. */
  private void send(int channel, int tag, int bytes) {
    final ByteBuffer buffer = Frame.buffer(bytes);
    buffer
        .putInt(0, bytes)
        .put(Frame.CHANNEL_AT, (byte) channel)
        .putLong(Frame.TAG_AT, tag)
        .putLong(Frame.EPOCH_AT, 1);
    for (int i = 0; i < bytes; i++) {
      buffer.put((byte) tag);
    }
    final byte[] whole = new byte[buffer.position()];
    buffer.flip().get(whole);
    sent.writeBytes(whole);
  }

  private FrameReader reader() {
    return new FrameReader(
        "w1", new PlainWire(new Sent(sent.toByteArray())), new Throttle(SystemClock.INSTANCE));
  }

  private static Frame next(FrameReader reader) throws Exception {
    return Objects.requireNonNull(reader.next(), "all of it has come");
  }

  private static boolean isWhole(Frame frame) {
    for (int i = 0; i < frame.payload().limit(); i++) {
      if (frame.payload().get(i) != (byte) frame.tag()) {
        return false;
      }
    }
    return true;
  }

  /** Whether what is written into one is read in the other. */
  private static boolean share(Frame one, Frame other) {
    final byte mine = one.payload().get(0);
    final byte before = other.payload().get(0);
    one.payload().put(0, (byte) ~before);
    final boolean shared = other.payload().get(0) != before;
    one.payload().put(0, mine);
    return shared;
  }

  @Test
  void aKeptFrameLeavesItsPlaceToTheNext() throws Exception {
    for (int tag = 1; tag <= 2; tag++) {
      send(Channel.CALLS, tag, LARGE);
    }
    final FrameReader reader = reader();
    final Frame first = next(reader);
    assertThat(first.payload().isDirect()).isTrue();
    final Frame kept = reader.kept(first);
    final Frame second = next(reader);
    assertThat(share(first, second)).isTrue();
    assertThat(share(kept, second)).isFalse();
    assertThat(isWhole(kept)).isTrue();
    assertThat(kept.epoch()).isEqualTo(1);
  }

  @Test
  void aFrameThatIsHandedOutIsAloneInItsPlaceUntilItIsTakenBack() throws Exception {
    for (int tag = 1; tag <= 3; tag++) {
      send(Channel.CALLS, tag, LARGE);
    }
    final FrameReader reader = reader();
    final Frame first = next(reader);
    final ByteBuffer place = Objects.requireNonNull(reader.handOut());
    final Frame second = next(reader);
    assertThat(share(first, second)).isFalse();
    assertThat(isWhole(first)).isTrue();
    assertThat(reader.handOut()).isNotNull();
    reader.takeBack(place);
    assertThat(share(first, next(reader))).isTrue();
  }

  @Test
  void aSmallFrameHasItsOwnMemory() throws Exception {
    send(Channel.CALLS, 1, LARGE - 1);
    send(Channel.TRANSFER, 2, 8);
    final FrameReader reader = reader();
    final Frame small = next(reader);
    assertThat(reader.handOut()).isNull();
    assertThat(reader.kept(small)).isSameAs(small);
    // Cells of a change use the place again, however few they are.
    assertThat(next(reader).payload().isDirect()).isTrue();
  }

  @Test
  void framesThatAreInUseStayWholeWhateverComes() throws Exception {
    final RandomGenerator random = seed.random();
    for (int tag = 0; tag < FRAMES; tag++) {
      final int kind = random.nextBoolean() ? Channel.CALLS : Channel.TRANSFER;
      send(kind, tag, 1 + random.nextInt(2 * LARGE));
    }
    final FrameReader reader = reader();
    final List<Frame> alive = new ArrayList<>();
    final Map<Frame, ByteBuffer> places = new HashMap<>();
    for (int tag = 0; tag < FRAMES; tag++) {
      final Frame frame = next(reader);
      assertThat(frame.tag()).isEqualTo(tag);
      if (random.nextBoolean()) {
        alive.add(reader.kept(frame));
      } else {
        final @Nullable ByteBuffer place = reader.handOut();
        alive.add(frame);
        if (place != null) {
          places.put(frame, place);
        }
      }
      if (random.nextInt(3) == 0) {
        final Frame over = alive.remove(random.nextInt(alive.size()));
        final @Nullable ByteBuffer place = places.remove(over);
        if (place != null) {
          reader.takeBack(place);
        }
      }
      assertThat(alive).allMatch(FrameReaderTest::isWhole);
    }
  }

  /** What a peer has sent. */
  private static final class Sent implements ByteChannel {
    private final ByteBuffer bytes;

    Sent(byte[] bytes) {
      this.bytes = ByteBuffer.wrap(bytes);
    }

    @Override
    public int read(ByteBuffer into) {
      final int count = Math.min(into.remaining(), bytes.remaining());
      into.put(bytes.slice(bytes.position(), count));
      bytes.position(bytes.position() + count);
      return count;
    }

    @Override
    public int write(ByteBuffer from) {
      throw new UnsupportedOperationException("it is only read");
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
