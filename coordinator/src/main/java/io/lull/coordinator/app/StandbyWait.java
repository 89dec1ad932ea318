package io.lull.coordinator.app;

import io.lull.coordinator.config.StartException;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.enrolment.Authority;
import io.lull.coordinator.leadership.LeaseWait;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.metrics.MemberStage;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The behaviour of a member while another leads: it reports that it stands by, connects to the
 * others as soon as the authority exists, and tries to lead at once when one of them is lost.
 */
final class StandbyWait implements LeaseWait {
  /** The store is asked for an authority so often. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(StandbyWait.class);

  private final Standby standby;
  private final Optional<ClusterMembership> members;
  private final SharedFolder shared;
  private final Clock clock;
  private final CoordinatorMetrics metrics;
  private List<String> inTouch = List.of();
  private long lookedNanos;

  /** Where the store's authority is brought to. */
  interface SharedFolder {
    /** Empty when nobody has made one yet. */
    Optional<Authority> look() throws IOException, StartException;
  }

  StandbyWait(
      Standby standby,
      Optional<ClusterMembership> members,
      SharedFolder shared,
      Clock clock,
      CoordinatorMetrics metrics) {
    this.standby = standby;
    this.members = members;
    this.shared = shared;
    this.clock = clock;
    this.metrics = metrics;
    this.lookedNanos = clock.nanos() - LOOK.toNanos();
  }

  @Override
  public boolean waitsOn(String leader) {
    metrics.turnTo(new MemberStage.StandingBy(leader));
    members.ifPresent(this::see);
    return standby.waitsOn(leader);
  }

  private void see(ClusterMembership several) {
    if (!several.hasMet() && clock.nanos() - lookedNanos >= LOOK.toNanos()) {
      lookedNanos = clock.nanos();
      try {
        shared.look().ifPresent(several::meet);
      } catch (IOException | StoreException | StartException e) {
        LOG.warn("Cannot connect to the other members yet: {}", e.getMessage());
      }
    }
    final List<String> now = several.inTouch();
    if (!now.equals(inTouch)) {
      inTouch = now;
      standby.inTouchWith(now);
    }
  }

  @Override
  public void rest(Duration atMost) throws InterruptedException {
    if (members.isPresent()) {
      members.get().rest(atMost);
    } else {
      LeaseWait.super.rest(atMost);
    }
  }
}
