package io.lull.coordinator.control;

import io.lull.coordinator.core.control.ControlObserver;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.metrics.ControlMetrics;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.wire.Record;
import io.lull.protocol.wire.Vacated;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs and counts what rounds do. */
final class LoggingObserver implements ControlObserver {
  private static final Logger LOG = LoggerFactory.getLogger(LoggingObserver.class);

  private final ControlMetrics metrics;

  LoggingObserver(ControlMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void nodeConnected(String node) {
    LogContext.ofNode(node, () -> LOG.info("{} connected", node));
  }

  @Override
  public void nodeRefused(String node, String why) {
    LogContext.ofNode(node, () -> LOG.warn("{} refused: {}", node, why));
  }

  @Override
  public void newerFence(String node, long seen, long own) {
    LogContext.ofNode(
        node,
        () ->
            LOG.error(
                "{} has obeyed a newer coordinator (fence {}, here {}): is this an old copy of the"
                    + " data?",
                node,
                seen,
                own));
  }

  @Override
  public void nodeLost(String node, String why) {
    LogContext.ofNode(node, () -> LOG.info("Lost {}: {}", node, why));
  }

  @Override
  public void nodeRevoked(String node) {
    LogContext.ofNode(node, () -> LOG.info("Node {} revoked", node));
  }

  @Override
  public void unknownReport(String node) {
    LogContext.ofNode(node, () -> LOG.debug("{} sent a report of an unknown kind", node));
  }

  @Override
  public void reclaims(Record before, Record now) {
    metrics.reclaimed(before, now);
  }

  @Override
  public void vacated(String node, Vacated how) {
    metrics.vacated(how);
    LogContext.ofNode(
        node,
        () ->
            LOG.info(
                "{} is free of {} after {} ms{}",
                node,
                how.getWorker(),
                Math.round(how.getMillis()),
                how.getKilled() ? ", by force" : ""));
  }

  @Override
  public void jobStepped(Job before, Job after) {
    if (after.state() != before.state()) {
      LogContext.ofJob(after.id(), () -> LOG.info("{} is {}", after.id(), after.state().wire()));
      metrics.turned(after.state().wire());
    }
    if (after.recoveries() > before.recoveries()) {
      metrics.recovered();
    }
  }

  @Override
  public void jobFailedOn(String job, JobEvent event, RuntimeException why) {
    LogContext.ofJob(
        job,
        () -> LOG.error("{} failed to process {}", job, event.getClass().getSimpleName(), why));
  }

  @Override
  public void jobNotSettled(Job job, JobEvent event) {
    LogContext.ofJob(
        job.id(),
        () ->
            LOG.error(
                "{} did not settle after {}: its chain of phases was cut off in {}",
                job.id(),
                event.getClass().getSimpleName(),
                job.phase().getClass().getSimpleName()));
  }

  @Override
  public void eventFailed(String event, String node, RuntimeException why) {
    LogContext.ofNode(node, () -> LOG.error("Failed to process event {}", event, why));
  }

  @Override
  public void noticeDropped(String job, String event) {
    LogContext.ofJob(
        job, () -> LOG.warn("Too many notices wait to be sent: {} is {} is dropped", job, event));
  }

  @Override
  public void habitsUnreadable(StoreException why) {
    LOG.debug("Cannot read the history of owners' returns yet", why);
  }

  @Override
  public void habitsLearnt(int changes, int nodes) {
    LOG.debug("Read the history of owners' returns: {} changes of {} nodes", changes, nodes);
  }

  @Override
  public void planned(Duration took) {
    metrics.planned(took);
  }
}
