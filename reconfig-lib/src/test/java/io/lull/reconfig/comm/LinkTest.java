package io.lull.reconfig.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Throttle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A link whose socket stays silent: all that comes was read of it already, with a frame for the
 * program at its head and one for the runtime behind it. The program takes the one and computes on;
 * nobody but the watcher can find the other, and it does not wait until it looks around anyway.
 */
@Timeout(120)
final class LinkTest {
  private static final long BEFORE_IT_LOOKS_AROUND_SECONDS = 8;

  private final BlockingQueue<Frame> came = new LinkedBlockingQueue<>();
  private final ReadAhead wire = new ReadAhead();
  private SocketChannel here;
  private SocketChannel there;
  private Link link;
  private Thread watcher;

  /** Gives what it is told to, all at once. */
  private static final class ReadAhead implements Wire {
    private volatile ByteBuffer bytes = ByteBuffer.allocate(0);

    @Override
    public boolean open() {
      return true;
    }

    @Override
    public int read(ByteBuffer into) {
      final int count = bytes.remaining();
      into.put(bytes);
      return count;
    }

    @Override
    public boolean write(ByteBuffer from) {
      throw new AssertionError("nothing is sent by this link");
    }

    @Override
    public ByteBuffer place(int size) {
      return ByteBuffer.allocate(size);
    }
  }

  @BeforeEach
  void connect() throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      there = SocketChannel.open(server.getLocalAddress());
      here = server.accept();
    }
    here.configureBlocking(false);
    link = new Link("w1", 1, here, wire, new Throttle(SystemClock.INSTANCE), SystemClock.INSTANCE);
    watcher = Thread.ofPlatform().name("watching").unstarted(this::watch);
  }

  @AfterEach
  void part() throws Exception {
    link.close();
    there.close();
    watcher.join();
  }

  private void watch() {
    try {
      link.watch((_, frame) -> came.add(frame));
    } catch (IOException e) {
      // The link was closed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void putFrame(ByteBuffer bytes, int channel) {
    bytes.putInt(0).put((byte) channel).putLong(7).putLong(1);
  }

  private void bothCome() {
    final ByteBuffer both = Frame.buffer(Frame.HEADER_BYTES).clear();
    putFrame(both, Channel.CALLS);
    putFrame(both, Channel.REPLICATED);
    wire.bytes = both.flip();
  }

  private void assertBothAreHeard() throws InterruptedException {
    final Frame taken = Objects.requireNonNull(link.take(() -> false), "it has come");
    assertThat(taken.channel()).isEqualTo(Channel.CALLS);
    if (watcher.getState() == Thread.State.NEW) {
      watcher.start();
    }
    final Frame passedOn = came.poll(BEFORE_IT_LOOKS_AROUND_SECONDS, TimeUnit.SECONDS);
    assertThat(passedOn).as("what was read with the frame before it").isNotNull();
    assertThat(passedOn.channel()).isEqualTo(Channel.REPLICATED);
  }

  @Test
  void aFrameThatWasReadWithTheOneBeforeItIsFoundByAWatcherThatComesLater() throws Exception {
    bothCome();
    assertBothAreHeard();
  }

  @Test
  void aFrameThatWasReadWithTheOneBeforeItIsFoundByAWatcherThatListensToTheSocket()
      throws Exception {
    watcher.start();
    awaitListening();
    bothCome();
    assertBothAreHeard();
  }

  private void awaitListening() throws InterruptedException {
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (Arrays.stream(watcher.getStackTrace())
        .noneMatch(frame ->
            frame.getClassName().equals(Readiness.class.getName())
                && frame.getMethodName().equals("await"))) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("the watcher does not listen");
      }
      assertThat(new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  /** Sends a little, and then its sender is to stop. */
  private static final class Halfway implements Wire {
    @Override
    public boolean open() {
      return true;
    }

    @Override
    public int read(ByteBuffer into) {
      return 0;
    }

    @Override
    public boolean write(ByteBuffer from) {
      from.get();
      Thread.currentThread().interrupt();
      return false;
    }

    @Override
    public ByteBuffer place(int size) {
      return ByteBuffer.allocate(size);
    }
  }

  @Test
  void aFrameThatWasSentInPartEndsTheLink() throws Exception {
    final Link halfway = linkBy(new Halfway());
    try {
      assertThatThrownBy(() -> halfway.send(Channel.CALLS, 1, 1, Frame.buffer(8).putLong(1)))
          .isInstanceOf(IOException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(here.isOpen()).as("another frame would be read as the rest of it").isFalse();
    } finally {
      halfway.close();
    }
  }

  /** Its first part is right; what happens then is the test's. */
  private static FrameContent content(Consumer<ByteBuffer> rest) {
    return new FrameContent() {
      @Override
      public int bytes() {
        return 2 * Frame.LARGE_BYTES;
      }

      @Override
      public void write(int from, ByteBuffer out) {
        if (from == 0) {
          out.put(new byte[Frame.LARGE_BYTES]);
        } else {
          rest.accept(out);
        }
      }
    };
  }

  /** Sends everything at once, and counts. */
  private static final class Counting implements Wire {
    private long sent;

    @Override
    public boolean open() {
      return true;
    }

    @Override
    public int read(ByteBuffer into) {
      return 0;
    }

    @Override
    public boolean write(ByteBuffer from) {
      sent += from.remaining();
      from.position(from.limit());
      return true;
    }

    @Override
    public ByteBuffer place(int size) {
      return ByteBuffer.allocate(size);
    }
  }

  private Link linkBy(Wire other) throws IOException {
    return new Link("w1", 1, here, other, new Throttle(SystemClock.INSTANCE), SystemClock.INSTANCE);
  }

  private void assertEndsTheLink(FrameContent wrong, Class<? extends Exception> failure)
      throws IOException {
    final Link counting = linkBy(new Counting());
    try {
      assertThatThrownBy(() -> counting.send(Channel.CALLS, 1, 1, wrong)).isInstanceOf(failure);
      assertThat(here.isOpen()).as("another frame would be read as the rest of it").isFalse();
    } finally {
      counting.close();
    }
  }

  @Test
  void aContentThatFailsHalfwayEndsTheLink() throws Exception {
    assertEndsTheLink(
        content(_ -> {
          throw new UnsupportedOperationException("it cannot be read any more");
        }),
        UnsupportedOperationException.class);
  }

  @Test
  void aContentThatComesToNoEndEndsTheLink() throws Exception {
    assertEndsTheLink(content(_ -> {}), IllegalStateException.class);
  }

  @Test
  void aContentThatIsLongerThanItSaysEndsTheLink() throws Exception {
    assertEndsTheLink(
        content(out -> out.put(new byte[Frame.LARGE_BYTES + 1])), IllegalStateException.class);
  }

  @Test
  void aLongContentGoesOutPartByPart() throws Exception {
    final Counting counting = new Counting();
    final Link sending = linkBy(counting);
    try {
      sending.send(Channel.CALLS, 1, 1, content(out -> out.put(new byte[Frame.LARGE_BYTES])));
      assertThat(here.isOpen()).isTrue();
      assertThat(counting.sent).isEqualTo(Frame.HEADER_BYTES + 2L * Frame.LARGE_BYTES);
    } finally {
      sending.close();
    }
  }

  @Test
  void whoPollsPassesOnWhatHasCome() throws Exception {
    watcher.start();
    awaitListening();
    bothCome();
    assertThat(link.poll()).isTrue();
    assertThat(came.remove().channel()).isEqualTo(Channel.REPLICATED);
    final Frame taken = Objects.requireNonNull(link.take(() -> false), "it has come");
    assertThat(taken.channel()).isEqualTo(Channel.CALLS);
    assertThat(link.poll()).as("nothing more has come").isFalse();
  }

  @Test
  void whatCannotBeReadEndsTheWatchThoughItWasPolled() throws Exception {
    watcher.start();
    awaitListening();
    final ByteBuffer wrong = Frame.buffer(0).clear();
    wire.bytes = wrong.putInt(-1).put((byte) Channel.REPLICATED).putLong(7).putLong(1).flip();
    assertThat(link.poll()).isFalse();
    watcher.join(TimeUnit.SECONDS.toMillis(BEFORE_IT_LOOKS_AROUND_SECONDS));
    assertThat(watcher.isAlive()).isFalse();
  }
}
