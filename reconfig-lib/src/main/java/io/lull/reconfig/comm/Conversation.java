package io.lull.reconfig.comm;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Throttle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/**
 * A connection of its own to a peer, apart from the program's link to it: what is long and not
 * urgent holds up no halo. One thread uses it, for a bounded time.
 */
public final class Conversation implements AutoCloseable {
  /** Where there is a limit, bytes go in parts of so many. */
  private static final int LIMITED_PART_BYTES = 64 << 10;

  /** Answers the conversations that peers begin, each on a thread of its own. */
  @FunctionalInterface
  public interface Answerer {
    /**
     * @param peer who speaks
     * @throws IOException ends the conversation, as does returning
     */
    void answer(String peer, Conversation conversation) throws IOException;
  }

  private final SocketChannel channel;
  private final TimedConnection dialogue;
  private final ThrottledOutput ration;
  private final Clock clock;

  Conversation(Connector.Line line, Throttle throttle, Clock clock, Duration atMost)
      throws IOException {
    this.channel = line.channel();
    this.ration = new ThrottledOutput(throttle, LIMITED_PART_BYTES);
    this.clock = clock;
    this.dialogue =
        new TimedConnection(channel, line.wire(), clock, clock.nanos() + atMost.toNanos());
  }

  /** From now on it may take so long. */
  public void within(Duration atMost) {
    dialogue.until(clock.nanos() + atMost.toNanos());
  }

  /** Memory of so many bytes that the connection reads and writes fastest. */
  public ByteBuffer place(int bytes) {
    return dialogue.place(bytes);
  }

  /** Says all of it. */
  public void write(ByteBuffer bytes) throws IOException {
    ration.pass(
        bytes,
        part -> {
          dialogue.keepTime();
          dialogue.write(part);
        });
  }

  /** Hears as much as there is room for. */
  public void fill(ByteBuffer bytes) throws IOException {
    ration.pass(
        bytes,
        part -> {
          dialogue.keepTime();
          dialogue.fill(part);
        });
  }

  @Override
  public void close() throws IOException {
    dialogue.close();
    channel.close();
  }
}
