package io.lull.platform.linux.dbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BusMessageTest {
  @RegisterExtension final Seed seed = Seed.ofThisRun();

  /** {@code a(susso)}, as ListSessions answers, and {@code a{sv}} with a variant in a variant. */
  private static ByteBuffer sessions(ByteOrder order) {
    final ByteBuffer body = ByteBuffer.allocate(256).order(order);
    body.putInt(0).putInt(0);
    text(body, "c2");
    align(body, 4).putInt(1000);
    text(body, "ada");
    text(body, "seat0");
    text(body, "/org/x");
    body.putInt(0, body.position() - 8);
    return body.flip();
  }

  private static void text(ByteBuffer out, String value) {
    align(out, 4).putInt(value.length()).put(value.getBytes(StandardCharsets.US_ASCII));
    out.put((byte) 0);
  }

  private static ByteBuffer align(ByteBuffer out, int to) {
    while (out.position() % to != 0) {
      out.put((byte) 0);
    }
    return out;
  }

  @Test
  void structuresWithinArraysAreReadInEitherOrderOfBytes() throws IOException {
    for (final ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
      assertThat(new BusReader(sessions(order)).read("a(susso)"))
          .isEqualTo(List.of(List.of(List.of("c2", 1000L, "ada", "seat0", "/org/x"))));
    }
  }

  @Test
  void dictionariesOfVariantsAreRead() throws IOException {
    final ByteBuffer body = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    body.putInt(0).putInt(0);
    text(body, "Seat");
    body.put((byte) 4).put("(so)".getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
    align(body, 8);
    text(body, "seat0");
    text(body, "/");
    align(body, 8);
    text(body, "Idle");
    body.put((byte) 1).put((byte) 'b').put((byte) 0);
    align(body, 4).putInt(1);
    align(body, 8);
    text(body, "Since");
    body.put((byte) 1).put((byte) 't').put((byte) 0);
    align(body, 8).putLong(-1);
    body.putInt(0, body.position() - 8);
    assertThat(new BusReader(body.flip()).read("a{sv}"))
        .isEqualTo(List.of(Map.of("Seat", List.of("seat0", "/"), "Idle", true, "Since", -1L)));
  }

  @Test
  void aCallIsWrittenAsTheSpecificationSays() throws IOException {
    final ByteBuffer call = BusMessage.call(7, new BusCall("org.a", "/o", "org.a.I", "Do"), "x", 4);
    assertThat(call.get(0)).isEqualTo((byte) 'l');
    assertThat(call.getInt(8)).isEqualTo(7);
    assertThat(BusMessage.length(call)).isEqualTo(call.remaining());
    final BusMessage read = BusMessage.parse(call);
    assertThat(read.path()).isEqualTo("/o");
    assertThat(read.member()).isEqualTo("org.a.I.Do");
    assertThat(read.body()).isEqualTo(List.of("x", 4L));
    assertThat(read.type()).isEqualTo(BusMessage.Type.CALL);
  }

  @Test
  void lengthsBeyondAllReasonAreRefused() {
    final ByteBuffer head =
        ByteBuffer.wrap(HexFormat.of().parseHex("6c020001ffffffff01000000ffffffff"));
    assertThatThrownBy(() -> BusMessage.length(head))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("bytes");
  }

  @Test
  void variantsWithinVariantsEnd() {
    final ByteBuffer body = ByteBuffer.allocate(3 * 200);
    for (int i = 0; i < 200; i++) {
      body.put((byte) 1).put((byte) 'v').put((byte) 0);
    }
    assertThatThrownBy(() -> new BusReader(body.flip()).read("v"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("without end");
  }

  @Test
  void listsOfNothingsEnd() {
    final ByteBuffer body = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    body.putInt(32);
    assertThatThrownBy(() -> new BusReader(body.clear()).read("a()"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void whateverComesIsReadOrRefusedAndNothingElse() throws IOException {
    final RandomGenerator random = seed.random();
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      final ByteBuffer whole = signal();
      for (int damages = random.nextInt(4); damages >= 0; damages--) {
        whole.put(random.nextInt(whole.limit()), (byte) random.nextInt(256));
      }
      try {
        if (BusMessage.length(whole) <= whole.limit()) {
          BusMessage.parse(whole);
        }
      } catch (IOException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  private static ByteBuffer signal() {
    final BusWriter fields = new BusWriter();
    fields.field(1, "o", "/o");
    fields.field(2, "s", "org.a.I");
    fields.field(3, "s", "Changed");
    fields.field(7, "s", ":1.5");
    fields.field(8, "g", "a(susso)");
    final ByteBuffer body = sessions(ByteOrder.LITTLE_ENDIAN);
    final BusWriter out = new BusWriter();
    out.bytes((byte) 'l', (byte) 4, (byte) 0, (byte) 1);
    out.number(body.remaining());
    out.number(9);
    out.number(fields.size());
    out.append(fields);
    out.align(8);
    while (body.hasRemaining()) {
      out.bytes(body.get());
    }
    return out.finish();
  }
}
