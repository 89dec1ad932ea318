package io.lull.platform.linux.x11;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.InputSignal;
import io.lull.protocol.time.SystemClock;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class X11SourceTest {
  private final BlockingQueue<InputSignal> signals = new LinkedBlockingQueue<>();

  private X11Source source(String display, @Nullable Path authority) {
    final X11Source source = new X11Source(display, authority, SystemClock.INSTANCE);
    source.start(signals::add);
    return source;
  }

  private <S extends InputSignal> S await(Class<S> kind) throws InterruptedException {
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < deadline) {
      final InputSignal signal = signals.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (kind.isInstance(signal)) {
        return kind.cast(signal);
      }
    }
    throw new AssertionError("no " + kind.getSimpleName() + " came");
  }

  private void awaitActivity(InputSignal.Kind kind) throws InterruptedException {
    InputSignal.Activity activity = await(InputSignal.Activity.class);
    while (activity.kind() != kind) {
      activity = await(InputSignal.Activity.class);
    }
  }

  @Test
  void seesKeysButtonsAndMotion() throws Exception {
    try (Xvfb server = Xvfb.start();
        X11Source _ = source(server.display(), null)) {
      await(InputSignal.Working.class);

      server.xdotool("key", "a");
      awaitActivity(InputSignal.Kind.KEY);

      // The burst's first event is told; the next one counts once the source listens again.
      repeatUntil(server, InputSignal.Kind.BUTTON, "click", "1");
      repeatUntil(server, InputSignal.Kind.MOTION, "mousemove_relative", "3", "4");
    }
  }

  private void repeatUntil(Xvfb server, InputSignal.Kind kind, String... input) throws Exception {
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < deadline) {
      server.xdotool(input);
      final InputSignal signal = signals.poll(200, TimeUnit.MILLISECONDS);
      if (signal instanceof InputSignal.Activity activity && activity.kind() == kind) {
        return;
      }
    }
    throw new AssertionError("no " + kind + " came");
  }

  @Test
  void noticesAPointerMovedByAProgramFromTheServersIdleTime() throws Exception {
    try (Xvfb server = Xvfb.start();
        X11Source _ = source(server.display(), null)) {
      await(InputSignal.Working.class);
      repeatUntil(server, InputSignal.Kind.UNKNOWN, "mousemove", "20", "30");
    }
  }

  @Test
  void knowsHowLongTheOwnerHasBeenIdleWhenItStarts() throws Exception {
    try (Xvfb server = Xvfb.start()) {
      final long before = System.nanoTime();
      server.xdotool("key", "a");
      try (X11Source first = source(server.display(), null)) {
        final long last = await(InputSignal.Working.class).lastInputNanos();
        assertThat(first.name()).isEqualTo("x11 " + server.display());
        // The server counts whole milliseconds.
        assertThat(last).isBetween(before - 5_000_000, System.nanoTime());
      }
    }
  }

  @Test
  void saysLostWhenTheServerDiesAndWorksAgainWithTheNextOne() throws Exception {
    final Xvfb server = Xvfb.start();
    try (X11Source source = source(server.display(), null)) {
      await(InputSignal.Working.class);
      server.close();
      assertThat(await(InputSignal.Lost.class).source()).isEqualTo(source.name());

      try (Xvfb next = Xvfb.start()) {
        // A free display is the lowest: the one that has just become free.
        assertThat(next.display()).isEqualTo(server.display());
        await(InputSignal.Working.class);
        next.xdotool("key", "b");
        await(InputSignal.Activity.class);
      }
    } finally {
      server.close();
    }
  }

  @Test
  void isLostFromTheStartWithoutAServer() throws Exception {
    try (X11Source _ = source(":987", null)) {
      assertThat(await(InputSignal.Lost.class).why()).contains("no X server answers at :987");
    }
  }

  @Test
  void showsTheCookieThatTheServerWants(@TempDir Path folder) throws Exception {
    final byte[] cookie = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);
    final Path serverFile = folder.resolve("server");
    Files.write(serverFile, authority("", cookie));
    try (Xvfb server = Xvfb.start("-auth", serverFile.toString())) {
      final Path wrong = folder.resolve("wrong");
      Files.write(wrong, authority("", "ffffffffffffffff".getBytes(StandardCharsets.ISO_8859_1)));
      try (X11Source _ = source(server.display(), wrong)) {
        assertThat(await(InputSignal.Lost.class).why()).contains("refuses");
      }
      final Path right = folder.resolve("right");
      Files.write(right, authority(server.display().substring(1), cookie));
      try (X11Source _ = source(server.display(), right)) {
        await(InputSignal.Working.class);
      }
    }
  }

  private static byte[] authority(String display, byte[] cookie) throws IOException {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(65535);
    out.writeUTF("");
    out.writeUTF(display);
    out.writeUTF(XAuthority.COOKIE);
    out.writeShort(cookie.length);
    out.write(cookie);
    return bytes.toByteArray();
  }
}
