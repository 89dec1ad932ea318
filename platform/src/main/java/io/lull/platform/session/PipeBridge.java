package io.lull.platform.session;

import io.lull.platform.process.PipeEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes of a system's pipe, whose calls wait, channels that nobody waits for: one thread carries
 * what comes, another what goes, until either side closes.
 */
public final class PipeBridge {
  private static final Logger LOG = LoggerFactory.getLogger(PipeBridge.class);

  /** Of what comes or goes, carried at once. */
  private static final int PIECE_BYTES = 4 << 10;

  private PipeBridge() {}

  /**
   * What takes the pipe's place.
   *
   * @param in what comes
   * @param out what goes
   */
  public record Ends(Pipe.SourceChannel in, Pipe.SinkChannel out) {}

  /**
   * @param end closed with either of what is answered, or when the other side closes
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
      LOG.debug("nothing comes over the pipe any more: {}", e.getMessage());
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
      LOG.debug("nothing goes over the pipe any more: {}", e.getMessage());
    } finally {
      end.close();
    }
  }
}
