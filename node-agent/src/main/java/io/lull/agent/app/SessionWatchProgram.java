package io.lull.agent.app;

import io.lull.platform.Platform;
import io.lull.platform.session.SessionWatch;
import io.lull.platform.session.WatchedSession;
import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Watches the session that it was started in, until the session ends. */
public final class SessionWatchProgram {
  private static final String SOCKET = "LULL_SESSION_SOCKET";
  private static final Duration END_WITHIN = Duration.ofSeconds(5);
  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;

  private SessionWatchProgram() {}

  /**
   * Started by the agent itself.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    System.exit(run(Optional.empty(), false));
  }

  /**
   * @param socket of the agent; empty: the one of the environment, or the default
   * @param devices whether the computer's own input devices are watched, instead of a session
   */
  public static int run(Optional<Path> socket, boolean devices) {
    final Map<String, String> environment = System.getenv();
    final String osName = System.getProperty("os.name", "");
    final Optional<WatchedSession> session =
        devices
            ? Platform.devices(osName, SystemClock.INSTANCE)
            : Platform.session(osName, environment, SystemClock.INSTANCE);
    if (session.isEmpty()) {
      System.err.println(
          devices
              ? "input devices have a watcher of their own on Linux only: leave out --devices"
              : "no graphical session found: start this within one, with DISPLAY or"
                  + " WAYLAND_DISPLAY set");
      return BAD_INPUT;
    }
    final CountDownLatch ended = new CountDownLatch(1);
    try (SessionWatch watch =
        new SessionWatch(
            Platform.agentDial(osName, socket.or(() -> named(environment))),
            session.get(),
            SystemClock.INSTANCE)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> endNow(watch, ended), "end"));
      watch.run();
      return DONE;
    } catch (IOException e) {
      System.err.println("cannot watch the session: " + e.getMessage());
      return FAILED;
    } finally {
      ended.countDown();
    }
  }

  private static Optional<Path> named(Map<String, String> environment) {
    final String named = environment.getOrDefault(SOCKET, "");
    return named.isEmpty() ? Optional.empty() : Optional.of(Path.of(named));
  }

  /** Sends the goodbye. */
  private static void endNow(SessionWatch watch, CountDownLatch ended) {
    watch.close();
    try {
      ended.await(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
