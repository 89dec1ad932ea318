package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Java's records as bytes. */
final class RecordBytesTest {
  private record Point(double x, float y) {}

  private record Found(Point where, long number, int kind, boolean any) {}

  private record Named(List<String> names) {}

  private record Positive(double number) {
    Positive {
      if (number < 0) {
        throw new IllegalArgumentException("below 0");
      }
    }
  }

  @Test
  void recordsComeBackAsTheyWere() {
    final Found found = new Found(new Point(-0.0, Float.MIN_VALUE), 1L << 40, -7, true);
    final RecordBytes<Found> format = RecordBytes.like(found);
    final ByteBuffer bytes = ByteBuffer.allocate(format.bytes());
    format.write(found, bytes);
    assertThat(bytes.hasRemaining()).isFalse();
    assertThat(format.bytes()).isEqualTo(8 + 4 + 8 + 4 + 1);
    assertThat(format.read(bytes.flip())).isEqualTo(found);
  }

  @Test
  void whatIsNoNumberIsRefused() {
    assertThatThrownBy(() -> RecordBytes.like(new Named(List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "component names of record Named is a List: what a reduction gives has components of"
                + " double, float, long, int and boolean, and records of such");
  }

  @Test
  void whatARecordsConstructorThrowsIsThrown() {
    final RecordBytes<Positive> format = RecordBytes.like(new Positive(1));
    assertThatThrownBy(() -> format.read(ByteBuffer.allocate(Double.BYTES).putDouble(-1).flip()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("below 0");
  }
}
