package io.lull.platform.linux.dbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BusWriterTest {
  private static final String PLAIN = "ybnqiuxtdsog";

  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private static List<Object> written(BusBody body) throws IOException {
    final BusWriter writer = new BusWriter();
    writer.write(body);
    return new BusReader(writer.finish()).read(body.signature());
  }

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    final RandomGenerator random = seed.random();
    for (int i = 0; i < 5_000; i++) {
      final StringBuilder signature = new StringBuilder();
      final List<Object> values = new ArrayList<>();
      for (int n = random.nextInt(4); n >= 0; n--) {
        final String type = type(random, 3);
        signature.append(type);
        values.add(value(random, type));
      }
      assertThat(written(new BusBody(signature.toString(), values)))
          .as(signature.toString())
          .isEqualTo(values);
    }
  }

  private static String type(RandomGenerator random, int depth) {
    return switch (random.nextInt(depth == 0 ? 1 : 4)) {
      case 1 -> "a" + type(random, depth - 1);
      case 2 -> "(" + type(random, depth - 1) + type(random, depth - 1) + ")";
      case 3 -> "a{s" + type(random, depth - 1) + "}";
      default -> String.valueOf(PLAIN.charAt(random.nextInt(PLAIN.length())));
    };
  }

  private static Object value(RandomGenerator random, String type) {
    return switch (type.charAt(0)) {
      case 'y' -> (long) random.nextInt(256);
      case 'b' -> random.nextBoolean();
      case 'n' -> (long) (short) random.nextInt();
      case 'q' -> (long) random.nextInt(65_536);
      case 'i' -> (long) random.nextInt();
      case 'u' -> Integer.toUnsignedLong(random.nextInt());
      case 'x', 't' -> random.nextLong();
      case 'd' -> random.nextDouble();
      case 'g' -> "a{sv}";
      case '(' -> {
        final int middle = BusReader.end(type, 1);
        yield List.of(
            value(random, type.substring(1, middle)),
            value(random, type.substring(middle, type.length() - 1)));
      }
      case 'a' -> {
        if (type.charAt(1) == '{') {
          final Map<Object, Object> entries = new LinkedHashMap<>();
          for (int n = random.nextInt(3); n > 0; n--) {
            entries.put("key" + n, value(random, type.substring(3, type.length() - 1)));
          }
          yield entries;
        }
        final List<Object> elements = new ArrayList<>();
        for (int n = random.nextInt(3); n > 0; n--) {
          elements.add(value(random, type.substring(1)));
        }
        yield elements;
      }
      default -> "text \u00fc" + random.nextInt(1000);
    };
  }

  @Test
  void variantsSayTheirTypeAndBytesAreWrittenAsTheyAre() throws IOException {
    final BusBody body =
        BusBody.of(
            "a{sv}ay",
            Map.of("icon", new BusVariant("(iay)", List.of(7, new byte[] {1, -1}))),
            new byte[] {5});
    assertThat(written(body))
        .isEqualTo(List.of(Map.of("icon", List.of(7L, List.of(1L, 255L))), List.of(5L)));
  }

  @Test
  void valuesOfOtherTypesThanTheSignaturesAreRefused() {
    for (final BusBody wrong :
        List.of(
            BusBody.of("s", 1),
            BusBody.of("ss", "one"),
            BusBody.of("s", "one", "two"),
            BusBody.of("(ss)", List.of("one")),
            BusBody.of("v", "no variant"),
            BusBody.of("ai", "no list"))) {
      assertThatThrownBy(() -> written(wrong))
          .as(wrong.toString())
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
