package io.lull.agent.owner;

import io.lull.agent.core.owner.GuestRecorder;
import io.lull.protocol.log.LogContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs incidents as errors, and passes everything to the owner's record. */
record IncidentLog(GuestRecorder record) implements GuestRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(IncidentLog.class);

  @Override
  public void used(String use, long epochMillis) {
    record.used(use, epochMillis);
  }

  @Override
  public void ran(double seconds, double guestCpu) {
    record.ran(seconds, guestCpu);
  }

  @Override
  public void served(String worker) {
    record.served(worker);
  }

  @Override
  public void reclaimed(String worker, Return why) {
    record.reclaimed(worker, why);
  }

  @Override
  public void held(String worker, double millis) {
    record.held(worker, millis);
  }

  @Override
  public void vacated(String worker, double millis, boolean killed) {
    record.vacated(worker, millis, killed);
  }

  @Override
  public void incident(String worker, String what) {
    LogContext.ofWorker(worker, () -> LOG.error("worker {} {}", worker, what));
    record.incident(worker, what);
  }
}
