package io.lull.agent.guest;

import io.lull.protocol.wire.GuestCall;
import io.lull.protocol.wire.GuestReply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** Calls of the guest service, over connections that are used again. Any thread. */
final class ServiceCalls {
  /** Those that wait for the next call. */
  private static final int MAX_IDLE = 8;

  /** Of a call that does nothing for long. */
  static final Duration ANSWERED_WITHIN = Duration.ofSeconds(10);

  private final Path socket;
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("guest calls").factory());
  private final Deque<ServiceConnection> idle = new ArrayDeque<>();

  ServiceCalls(Path socket) {
    this.socket = socket;
  }

  GuestReply call(GuestCall.Builder call) throws IOException {
    return call(call, ANSWERED_WITHIN);
  }

  /**
   * @throws IOException with one line
   */
  GuestReply call(GuestCall.Builder call, Duration within) throws IOException {
    final @Nullable ServiceConnection before = takeIdle();
    if (before != null) {
      try {
        return call(before, call.build(), within);
      } catch (RefusedCallException | UnansweredCallException e) {
        throw e;
      } catch (IOException e) {
        // The service has been started anew since: its new process is asked.
      }
    }
    return call(ServiceConnection.open(socket), call.build(), within);
  }

  private GuestReply call(ServiceConnection connection, GuestCall call, Duration within)
      throws IOException {
    boolean good = false;
    try {
      final GuestReply reply = connection.call(call, within, deadlines);
      good = true;
      return reply;
    } catch (RefusedCallException e) {
      good = true;
      throw e;
    } finally {
      if (!good || !keep(connection)) {
        connection.close();
      }
    }
  }

  /** A connection that the call keeps; the caller closes it. */
  Kept keep(GuestCall.Builder call) throws IOException {
    final ServiceConnection connection = ServiceConnection.open(socket);
    boolean good = false;
    try {
      final GuestReply reply = connection.call(call.build(), ANSWERED_WITHIN, deadlines);
      good = true;
      return new Kept(connection, reply);
    } finally {
      if (!good) {
        connection.close();
      }
    }
  }

  /**
   * A connection after its call.
   *
   * @param reply to it
   */
  record Kept(ServiceConnection connection, GuestReply reply) {}

  private @Nullable ServiceConnection takeIdle() {
    synchronized (idle) {
      return idle.pollLast();
    }
  }

  private boolean keep(ServiceConnection connection) {
    synchronized (idle) {
      return idle.size() < MAX_IDLE && idle.offerLast(connection);
    }
  }
}
