package io.lull.platform.session;

import io.lull.platform.process.PipeEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a system's pipe, whose calls block, into channels that do not: one thread carries incoming
 * bytes, another outgoing ones, until either side closes.
 */
public final class PipeBridge {
  private static final Logger LOG = LoggerFactory.getLogger(PipeBridge.class);

  /** The most bytes that are carried at once. */
  private static final int PIECE_BYTES = 4 << 10;

  private PipeBridge() {}

  /**
   * The channels in place of the pipe.
   *
   * @param in incoming
   * @param out outgoing
   */
  public record Ends(Pipe.SourceChannel in, Pipe.SinkChannel out) {}

  /**
   * @param end closed with either of the channels, or when the other side closes
   */
  public static Ends over(PipeEnd end) throws IOException {
    final Pipe coming = Pipe.open();
    final Pipe going = Pipe.open();
    Thread.ofPlatform().name("pipe-in").daemon().start(() -> carryIn(end, coming.sink()));
    Thread.ofPlatform().name("pipe-out").daemon().start(() -> carryOut(going.source(), end));
    return new Ends(coming.source(), going.sink());
  }

  private static void carryIn(PipeEnd end, Pipe.SinkChannel to) {
    final byte[] piece = new byte[PIECE_BYTES];
    try (to) {
      for (int count = end.read(piece); count > 0; count = end.read(piece)) {
        final ByteBuffer bytes = ByteBuffer.wrap(piece, 0, count);
        while (bytes.hasRemaining()) {
          to.write(bytes);
        }
      }
    } catch (IOException e) {
      LOG.debug("the pipe delivers nothing any more: {}", e.getMessage());
    } finally {
      end.close();
    }
  }

  private static void carryOut(Pipe.SourceChannel from, PipeEnd end) {
    final ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
    try (from) {
      while (from.read(piece.clear()) >= 0) {
        int at = 0;
        while (at < piece.position()) {
          final int sent = end.write(Arrays.copyOfRange(piece.array(), at, piece.position()));
          if (sent <= 0) {
            return;
          }
          at += sent;
        }
      }
    } catch (IOException e) {
      LOG.debug("the pipe accepts nothing any more: {}", e.getMessage());
    } finally {
      end.close();
    }
  }
}
