package io.lull.coordinator.app;

import io.lull.coordinator.control.ControlLoop;
import io.lull.coordinator.enrolment.ServerCertificate;
import io.lull.coordinator.file.FileSizes;
import io.lull.coordinator.leadership.RenewedLease;
import io.lull.coordinator.metrics.LeaderGauges;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The leader's parts that metrics read. */
record LeadingMember(
    RenewedLease lease, ControlLoop loop, FileSizes sizes, ServerCertificate certificate)
    implements LeaderGauges {
  @Override
  public long fence() {
    return lease.fence();
  }

  @Override
  public boolean trusted() {
    return lease.trusted();
  }

  @Override
  public Optional<Duration> leaseAge() {
    return lease.age();
  }

  @Override
  public int waiting() {
    return loop.waiting();
  }

  @Override
  public Instant authorityEnd() {
    return certificate.authorityEnd();
  }

  @Override
  public Instant certificateEnd() {
    return certificate.identity().present().certificate().getNotAfter().toInstant();
  }

  @Override
  public FileUse files() {
    return sizes.now();
  }
}
