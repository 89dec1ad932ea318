package io.lull.platform.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class PipeEndTest {
  private final Deque<byte[]> toRead = new ArrayDeque<>();
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private int closed;

  private final PipeEnd end =
      new PipeEnd() {
        @Override
        public int read(byte[] to) {
          final byte[] next = toRead.poll();
          if (next == null) {
            return 0;
          }
          System.arraycopy(next, 0, to, 0, next.length);
          return next.length;
        }

        @Override
        public int write(byte[] from) {
          final int taken = Math.min(3, from.length);
          written.write(from, 0, taken);
          return taken;
        }

        @Override
        public void close() {
          closed++;
        }
      };

  @Test
  void readsPieceByPieceToTheEnd() throws IOException {
    toRead.add(new byte[] {1, 2, (byte) 200});
    toRead.add(new byte[] {4});
    assertThat(PipeEnd.input(end).readAllBytes()).containsExactly(1, 2, 200, 4);
  }

  @Test
  void aByteIsNeverNegative() throws IOException {
    toRead.add(new byte[] {(byte) 200});
    assertThat(PipeEnd.input(end).read()).isEqualTo(200);
    assertThat(PipeEnd.input(end).read()).isEqualTo(-1);
  }

  @Test
  void writesAllHoweverLittleIsTakenAtOnce() throws IOException {
    final OutputStream output = PipeEnd.output(end);
    output.write(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, 1, 7);
    assertThat(written.toByteArray()).containsExactly(2, 3, 4, 5, 6, 7, 8);
    output.close();
    output.close();
    assertThat(closed).isEqualTo(1);
    assertThatThrownBy(() -> output.write(1)).isInstanceOf(IOException.class);
  }
}
