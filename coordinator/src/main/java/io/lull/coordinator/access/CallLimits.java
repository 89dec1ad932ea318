package io.lull.coordinator.access;

import com.google.protobuf.ByteString;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.lull.coordinator.core.access.Caller;
import io.lull.limits.Rate;
import io.lull.limits.RateLimiter;
import io.lull.limits.RateLimiters;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AccountingGrpc;
import io.lull.protocol.wire.BackupsGrpc;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobControlGrpc;
import io.lull.protocol.wire.WebGrpc;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Limits each caller's rate of calls and open calls, so that no caller exhausts what all share:
 * threads, memory, and the control loop's time. Enrolments count per address, all other calls per
 * key of the caller's certificate. Any thread.
 */
final class CallLimits {
  static final Rate CALLS_OF_PERSON = new Rate(400, 100);
  static final Rate CALLS_OF_NODE = new Rate(1000, 200);
  static final Rate ENROLMENTS_OF_HOST = new Rate(300, 10);
  static final int MAX_OPEN = 128;

  /** Of these each may hold a whole message in memory. */
  static final int MAX_UNFINISHED = 32;

  static final int MAX_UPLOADS = 16;

  /** Of answers that were made and not read yet; a single one may be longer. */
  static final long MAX_UNREAD_BYTES = 16L << 20;

  private static final int MAX_ALLOWANCES = 10_000;

  /**
   * What costs the coordinator more than looking something up; some of it costs more than that by
   * what is asked for ({@link CallCost}).
   */
  private static final Map<String, Integer> COSTS =
      Map.ofEntries(
          cost(GridGrpc.getSubmitMethod(), 2),
          cost(GridGrpc.getSubmitArrayMethod(), 50),
          cost(GridGrpc.getListJobsMethod(), 4),
          cost(GridGrpc.getExplainJobMethod(), 4),
          cost(GridGrpc.getExplainNodeMethod(), 4),
          cost(GridGrpc.getLogsMethod(), 4),
          cost(GridGrpc.getGetAvailabilityMethod(), 10),
          cost(GridGrpc.getGetLanesMethod(), 20),
          cost(GridGrpc.getGetNodeEventsMethod(), 20),
          cost(GridGrpc.getExportHistoryMethod(), 200),
          cost(AccountingGrpc.getGetMonthsMethod(), 10),
          cost(AccountingGrpc.getGetJobsMethod(), 20),
          cost(BackupsGrpc.getMakeMethod(), 50),
          cost(JobControlGrpc.getResubmitMethod(), 2),
          cost(JobControlGrpc.getPreviewMethod(), 4),
          cost(WebGrpc.getMakeLinkMethod(), 4));

  private final Clock clock;
  private final RateLimiters<String> enrolments;
  private final Map<ByteString, Allowance> allowances = new HashMap<>();

  private static Map.Entry<String, Integer> cost(MethodDescriptor<?, ?> method, int calls) {
    return Map.entry(method.getFullMethodName(), calls);
  }

  CallLimits(Clock clock) {
    this.clock = clock;
    this.enrolments = new RateLimiters<>(ENROLMENTS_OF_HOST, clock);
  }

  /** Why not, in one line. */
  Optional<String> enrols(String host) {
    return enrolments.take(host, 1)
        ? Optional.empty()
        : Optional.of("too many concurrent enrolments from " + host + ": try again in a moment");
  }

  synchronized Allowance of(Caller caller) {
    if (allowances.size() >= MAX_ALLOWANCES) {
      allowances.values().removeIf(Allowance::idle);
    }
    return allowances.computeIfAbsent(
        caller.keySha256(),
        _ ->
            new Allowance(
                caller.name(),
                new RateLimiter(
                    caller.role() == Role.NODE ? CALLS_OF_NODE : CALLS_OF_PERSON, clock)));
  }

  /** What one caller has left. */
  static final class Allowance {
    private final String name;
    private final RateLimiter calls;
    private int open;
    private int unfinished;
    private int uploads;
    private long unreadBytes;

    Allowance(String name, RateLimiter calls) {
      this.name = name;
      this.calls = calls;
    }

    /** Why not, in one line; empty: the call is counted until {@link #ended}. */
    synchronized Optional<String> begins(MethodDescriptor<?, ?> method) {
      if (open >= MAX_OPEN
          || (isUpload(method) && uploads >= MAX_UPLOADS)
          || (asksOnce(method) && unfinished >= MAX_UNFINISHED)) {
        return Optional.of(name + " has too many open calls: wait until some end, then try again");
      }
      if (!calls.take(COSTS.getOrDefault(method.getFullMethodName(), 1))) {
        return Optional.of(name + " exceeds the rate limit: try again in a few seconds");
      }
      open++;
      uploads += isUpload(method) ? 1 : 0;
      unfinished += asksOnce(method) ? 1 : 0;
      return Optional.empty();
    }

    /** What a call that has begun costs besides: until that is made good no other one begins. */
    void owes(int more) {
      final long _ = calls.owe(more);
    }

    /** The whole request has come, or never will; once for each call. */
    synchronized void asked(MethodDescriptor<?, ?> method) {
      unfinished -= asksOnce(method) ? 1 : 0;
    }

    /** False: it is not to be sent, since its receiver does not read. */
    synchronized boolean answers(long bytes) {
      if (unreadBytes > 0 && unreadBytes + bytes > MAX_UNREAD_BYTES) {
        return false;
      }
      unreadBytes += bytes;
      return true;
    }

    synchronized void ended(MethodDescriptor<?, ?> method, long answeredBytes) {
      open--;
      uploads -= isUpload(method) ? 1 : 0;
      unreadBytes -= answeredBytes;
    }

    synchronized boolean idle() {
      return open == 0 && calls.full();
    }

    private static boolean isUpload(MethodDescriptor<?, ?> method) {
      return method.getType() == MethodType.CLIENT_STREAMING;
    }

    private static boolean asksOnce(MethodDescriptor<?, ?> method) {
      return method.getType().clientSendsOneMessage();
    }
  }
}
