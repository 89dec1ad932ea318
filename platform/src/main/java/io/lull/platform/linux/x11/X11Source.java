package io.lull.platform.linux.x11;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owner at an X display. Hears the first event of a burst at once, then asks for silence for a
 * moment: a moving mouse would wake it a thousand times a second. What no event tells (a pointer
 * moved by a program at a remote keyboard) the server's idle time does, asked now and then.
 */
public final class X11Source implements InputSource {
  private static final Logger LOG = LoggerFactory.getLogger(X11Source.class);
  private static final long SILENCE_NANOS = Duration.ofMillis(500).toNanos();
  private static final long ASK_IDLE_NANOS = Duration.ofSeconds(5).toNanos();

  /** The server counts whole milliseconds, by a clock of its own. */
  private static final long COUNT_SLACK_NANOS = Duration.ofMillis(20).toNanos();

  private static final long FIRST_RETRY_MILLIS = 250;
  private static final long LAST_RETRY_MILLIS = 5_000;
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
  private static final int MAX_AUTHORITY_BYTES = 1 << 20;

  private final XDisplay display;
  private final @Nullable Path authority;
  private final Clock clock;
  private final Thread thread;
  private final Object lock = new Object();
  private Consumer<InputSignal> sink = _ -> {};
  private @Nullable XConnection connection;
  private boolean closed;
  private boolean working;
  private String lostTold = "";

  /**
   * @param display as the variable DISPLAY has it
   * @param authority file of cookies, or null
   * @throws IllegalArgumentException with one line that says what is wrong
   */
  public X11Source(String display, @Nullable Path authority, Clock clock) {
    this.display = XDisplay.parse(display);
    this.authority = authority;
    this.clock = clock;
    this.thread = Thread.ofPlatform().name("x11-input").daemon().unstarted(this::run);
  }

  @Override
  public String name() {
    return "x11 " + display;
  }

  @Override
  public void start(Consumer<InputSignal> to) {
    sink = to;
    thread.start();
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
      closeConnection();
    }
    try {
      thread.join(CLOSE_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeConnection() {
    if (connection != null) {
      try {
        connection.close();
      } catch (IOException e) {
        LOG.debug("closing {} failed: {}", name(), e.getMessage());
      }
      connection = null;
    }
  }

  private void run() {
    long retryMillis = FIRST_RETRY_MILLIS;
    while (!isClosed()) {
      try {
        try (XConnection open = connect()) {
          watch(open);
        }
      } catch (IOException | RuntimeException e) {
        if (isClosed()) {
          return;
        }
        if (working) {
          retryMillis = FIRST_RETRY_MILLIS;
        }
        lost(String.valueOf(e.getMessage()));
        if (!(e instanceof IOException)) {
          LOG.error("{} met an error", name(), e);
        }
      }
      pause(retryMillis);
      retryMillis = Math.min(LAST_RETRY_MILLIS, retryMillis * 2);
    }
  }

  private boolean isClosed() {
    synchronized (lock) {
      return closed;
    }
  }

  private void pause(long millis) {
    final long deadline = clock.nanos() + millis * 1_000_000;
    synchronized (lock) {
      try {
        long left = deadline - clock.nanos();
        while (!closed && left > 0) {
          lock.wait(Math.max(1, left / 1_000_000));
          left = deadline - clock.nanos();
        }
      } catch (InterruptedException e) {
        closed = true;
      }
    }
  }

  private void lost(String why) {
    if (!working && lostTold.equals(why)) {
      return;
    }
    working = false;
    lostTold = why;
    sink.accept(new InputSignal.Lost(name(), why));
  }

  /** With each cookie that may fit, then with none: a server without any takes that. */
  private XConnection connect() throws IOException {
    final List<byte[]> cookies = new ArrayList<>(cookies());
    cookies.add(new byte[0]);
    IOException refusal = new IOException("there is no X server at " + display);
    for (final byte[] cookie : cookies) {
      try {
        return keep(XConnection.open(display.address(), cookie, clock));
      } catch (XGreeting.XRefusal e) {
        refusal = e;
      } catch (IOException e) {
        throw new IOException("no X server answers at " + display + " (" + e.getMessage() + ")", e);
      }
    }
    throw refusal;
  }

  private XConnection keep(XConnection opened) throws IOException {
    synchronized (lock) {
      if (closed) {
        opened.close();
        throw new IOException("closed");
      }
      connection = opened;
      return opened;
    }
  }

  private List<byte[]> cookies() {
    try {
      if (authority == null
          || !Files.isReadable(authority)
          || Files.size(authority) > MAX_AUTHORITY_BYTES) {
        return List.of();
      }
      final Path hostName = Path.of("/proc/sys/kernel/hostname");
      return XAuthority.parse(Files.readAllBytes(authority))
          .cookies(display, Files.isReadable(hostName) ? Files.readString(hostName).strip() : "");
    } catch (IOException e) {
      LOG.warn("the X authority file {} cannot be read: {}", authority, e.getMessage());
      return List.of();
    }
  }

  private void watch(XConnection open) throws IOException {
    final XInput input = XInput.open(open, _ -> {});
    if (input.isXwayland()) {
      throw new IOException(
          "the X server at "
              + display
              + " belongs to a Wayland session, whose input it does not see");
    }
    // From before the question: an answer that comes late must not look like new input.
    final long asked = clock.nanos();
    long lastInput = asked - input.idleMillis().orElse(0) * 1_000_000;
    input.listen(true);
    working = true;
    sink.accept(
        new InputSignal.Working(
            name(), "events of " + name(), lastInput, Set.of(new Coverage.Everything())));
    boolean listening = true;
    long due = clock.nanos() + ASK_IDLE_NANOS;
    while (true) {
      final XPacket packet = open.next(due - clock.nanos());
      final long now = clock.nanos();
      if (packet != null) {
        final var kind = input.kind(packet);
        if (listening && kind.isPresent()) {
          sink.accept(new InputSignal.Activity(name(), now, kind.get()));
          lastInput = now;
          input.listen(false);
          listening = false;
          due = now + SILENCE_NANOS;
        }
        continue;
      }
      if (!listening) {
        input.listen(true);
        listening = true;
      }
      due = now + ASK_IDLE_NANOS;
      final OptionalLong idleNow = input.idleMillis();
      if (idleNow.isPresent()) {
        final long counted = now - idleNow.getAsLong() * 1_000_000;
        if (counted - lastInput > COUNT_SLACK_NANOS) {
          lastInput = counted;
          sink.accept(new InputSignal.Activity(name(), counted, InputSignal.Kind.UNKNOWN));
        }
      }
    }
  }
}
