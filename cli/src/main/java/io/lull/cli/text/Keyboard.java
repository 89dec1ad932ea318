package io.lull.cli.text;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads keys at once and without echo. Restores the terminal when it is closed. Without a terminal,
 * or without {@code stty}, no key comes.
 */
public final class Keyboard implements AutoCloseable {
  /** Further keys are dropped: a person who presses so many does not wait for each effect. */
  private static final int MAX_WAITING = 16;

  /**
   * A read returns with a key at once, else after this many tenths of a second, so that the reader
   * can end. An abrupt end of the program would leave the terminal as it is.
   */
  private static final List<String> SINGLE_KEYS =
      List.of("-icanon", "-echo", "min", "0", "time", "2", "susp", "undef");

  private final BlockingQueue<Integer> keys = new ArrayBlockingQueue<>(MAX_WAITING);
  private final @Nullable String before;
  private volatile boolean closed;

  private Keyboard(@Nullable String before) {
    this.before = before;
  }

  public static Keyboard open() {
    final Optional<String> settings = Stty.run("-g").filter(said -> !said.isEmpty());
    final Keyboard keyboard = new Keyboard(settings.orElse(null));
    if (settings.isPresent() && Stty.run(SINGLE_KEYS.toArray(String[]::new)).isPresent()) {
      Thread.ofPlatform().daemon().name("keys").start(keyboard::read);
    }
    return keyboard;
  }

  private void read() {
    try (InputStream in = new FileInputStream(Stty.TERMINAL)) {
      while (!closed) {
        final int key = in.read();
        if (key >= 0 && !keys.offer(key)) {
          keys.clear();
        }
      }
    } catch (IOException e) {
      // The end of the input.
      closed = true;
    }
  }

  /** The next key; empty: none in this time. */
  public OptionalInt key(Duration patience) throws InterruptedException {
    final Integer key = keys.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    return key == null ? OptionalInt.empty() : OptionalInt.of(key);
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (before != null && Stty.run(before).isEmpty()) {
      // The terminal is gone, and its settings with it.
      keys.clear();
    }
  }
}
