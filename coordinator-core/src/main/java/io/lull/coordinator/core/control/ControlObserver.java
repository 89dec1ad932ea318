package io.lull.coordinator.core.control;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.store.StoreException;
import io.lull.protocol.wire.Record;
import io.lull.protocol.wire.Vacated;
import java.time.Duration;

/**
 * Is told what rounds do, for logs and metrics. Nothing is decided by it. Called on the thread that
 * runs the rounds; no method may block or throw.
 */
public interface ControlObserver {
  /** Ignores everything. */
  ControlObserver NONE = new ControlObserver() {};

  default void nodeConnected(String node) {}

  /** An agent was turned away. */
  default void nodeRefused(String node, String why) {}

  /** An agent has obeyed a coordinator with a greater fence. */
  default void newerFence(String node, long seen, long own) {}

  default void nodeLost(String node, String why) {}

  default void nodeRevoked(String node) {}

  /** A report of a kind that this version does not know. */
  default void unknownReport(String node) {}

  /** A connected node told its record of reclaims again. */
  default void reclaims(Record before, Record now) {}

  default void vacated(String node, Vacated how) {}

  /** A job took an event and is not as it was. */
  default void jobStepped(Job before, Job after) {}

  /** A job could not take an event; it stays as it was. */
  default void jobFailedOn(String job, JobEvent event, RuntimeException why) {}

  /** A job's chain of phases was cut off at its limit, which no chain is to reach. */
  default void jobNotSettled(Job job, JobEvent event) {}

  /**
   * An event could not be processed; the round goes on with the next.
   *
   * @param node that it is about, or empty
   */
  default void eventFailed(String event, String node, RuntimeException why) {}

  /** A notice was dropped, since too many wait to be sent. */
  default void noticeDropped(String job, String event) {}

  /** The history of nodes could not be read; it is read later. */
  default void habitsUnreadable(StoreException why) {}

  /** The history of nodes is read. */
  default void habitsLearnt(int changes, int nodes) {}

  /** A plan was made. */
  default void planned(Duration took) {}
}
