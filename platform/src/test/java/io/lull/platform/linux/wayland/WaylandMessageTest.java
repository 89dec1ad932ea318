package io.lull.platform.linux.wayland;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WaylandMessageTest {
  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private static ByteBuffer words(int... words) {
    final ByteBuffer bytes = ByteBuffer.allocate(4 * words.length).order(ByteOrder.nativeOrder());
    for (final int word : words) {
      bytes.putInt(word);
    }
    return bytes.flip();
  }

  private static WaylandMessage taken(ByteBuffer bytes) throws IOException {
    return Objects.requireNonNull(WaylandMessage.take(bytes));
  }

  @Test
  void writesObjectLengthOpcodeAndArgumentsAsTheProtocolWantsThem() {
    final ByteBuffer written =
        new WaylandMessage.Writer(7, 2).number(42).text("wl_seat").text("").number(-1).done();
    // "wl_seat" and its final zero are just eight bytes; an empty text is its final zero alone.
    final ByteBuffer head = words(7, 36 << 16 | 2, 42, 8);
    final ByteBuffer tail = words(1, 0, -1);
    final ByteBuffer expected = ByteBuffer.allocate(36).order(ByteOrder.nativeOrder());
    expected.put(head).put("wl_seat\0".getBytes(StandardCharsets.US_ASCII)).put(tail).flip();
    assertThat(written).isEqualTo(expected);
  }

  @Test
  void takesMessagesOnlyWhenTheyAreWhole() throws IOException {
    final ByteBuffer bytes = words(3, 12 << 16 | 1, 99, 5);
    bytes.limit(11);
    assertThat(WaylandMessage.take(bytes)).isNull();
    bytes.limit(16);
    final WaylandMessage message = taken(bytes);
    assertThat(message.object()).isEqualTo(3);
    assertThat(message.opcode()).isEqualTo(1);
    assertThat(message.number()).isEqualTo(99);
    assertThat(bytes.remaining()).isEqualTo(4);
    assertThat(WaylandMessage.take(bytes)).isNull();
  }

  @Test
  void readsWhatItWrote() throws IOException {
    for (final String text : new String[] {"", "a", "abc", "wl_seat", "grüße"}) {
      final WaylandMessage message =
          taken(new WaylandMessage.Writer(1, 0).text(text).number(8).done());
      assertThat(message.text()).isEqualTo(text);
      assertThat(message.number()).isEqualTo(8);
    }
  }

  @Test
  void refusesLengthsThatCannotBe() {
    for (final int length : new int[] {0, 4, 7, 9}) {
      assertThatThrownBy(() -> WaylandMessage.take(words(1, length << 16, 0, 0)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("message of " + length + " bytes");
    }
  }

  @Test
  void refusesArgumentsThatGoBeyondTheMessage() throws IOException {
    assertThatThrownBy(() -> taken(words(1, 8 << 16)).number())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not understood");
    assertThatThrownBy(() -> taken(words(1, 16 << 16, 200, 0)).text())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not understood");
    for (final int length : new int[] {-1, Integer.MIN_VALUE, 5000, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> taken(words(1, 16 << 16, length, 0)).text())
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void neverFailsOtherwiseWhateverComes() {
    final RandomGenerator random = seed.random();
    for (int i = 0; i < 20_000; i++) {
      final int[] words = random.ints(random.nextInt(2, 12)).toArray();
      if (random.nextBoolean()) {
        words[1] = (4 * random.nextInt(16)) << 16 | random.nextInt(4);
      }
      try {
        final WaylandMessage message = WaylandMessage.take(words(words));
        if (message != null) {
          message.text();
          message.number();
        }
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("the Wayland compositor");
      }
    }
  }
}
