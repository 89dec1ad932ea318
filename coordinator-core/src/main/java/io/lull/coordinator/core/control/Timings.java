package io.lull.coordinator.core.control;

import java.time.Duration;

/** The periods and deadlines of the control loop. */
final class Timings {
  static final Duration TICK = Duration.ofMillis(200);
  static final Duration HEARTBEAT = Duration.ofSeconds(1);
  static final Duration LEASE = Duration.ofSeconds(60);

  /** Of a node without a guest: each word costs its owner a little, and nobody waits for it. */
  static final Duration CALM_HEARTBEAT = Duration.ofSeconds(5);

  /** A node that says nothing for so long is lost. */
  static final Duration SILENCE = Duration.ofSeconds(4);

  static final Duration CALM_SILENCE = Duration.ofSeconds(20);

  /** A node whose connection broke has so long to come back. */
  static final Duration RETURN = Duration.ofSeconds(2);

  /** After the coordinator's start, nodes with workers have so long to come back. */
  static final Duration RELEARN = Duration.ofSeconds(10);

  /** Nodes hear from the coordinator at least this often. */
  static final Duration REFRESH = Duration.ofSeconds(2);

  static final Duration CALM_REFRESH = Duration.ofSeconds(10);

  /** Where others wait to lead, a node whose heartbeat is not answered for so long seeks them. */
  static final Duration ANSWER = Duration.ofMillis(1500);

  /** Progress reaches the disk at least this often. */
  static final Duration LAZY_STORE = Duration.ofSeconds(2);

  /** A plan is made when something changes, and at least so often, as time itself changes some. */
  static final Duration PLAN = Duration.ofSeconds(1);

  /** What users have had is counted so often. */
  static final Duration USAGE = Duration.ofSeconds(1);

  /** When this thread itself stood still for longer, the nodes' silence is not their fault. */
  static final Duration OWN_PAUSE = Duration.ofSeconds(1);

  /** So long before a node is to be drained its jobs begin to leave. */
  static final Duration DRAIN_AHEAD = Duration.ofMinutes(5);

  private Timings() {}
}
