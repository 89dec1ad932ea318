package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.session.RecordedSession;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.NameStore;
import io.lull.coordinator.core.store.NodeStore;
import io.lull.coordinator.core.store.Sessions;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a node is drained whose jobs are to have left by a time. */
class TimelyDrainTest {
  private static final Duration NOTICE = Duration.ofHours(2);

  private final VirtualClock clock = new VirtualClock();
  private final InMemoryRecordMaps maps = new InMemoryRecordMaps();
  private final KeptHistory history = new KeptHistory();
  private NodeTable nodes = table();

  private NodeTable table() {
    return new NodeTable(
        new NodeStore(maps),
        new NameStore(maps),
        history,
        new OwnerHabits(history, ZoneOffset.UTC, clock, ControlObserver.NONE),
        Sessions.NONE,
        clock,
        ControlObserver.NONE);
  }

  @BeforeEach
  void connect() {
    nodes.connect(new RecordedSession("ws1", "its key", clock), Controls.hello("run-1"), 1);
  }

  private LiveNode node() {
    return nodes.find("ws1").orElseThrow();
  }

  private long in(Duration time) {
    return clock.epochMillis() + time.toMillis();
  }

  private void assertDrained(boolean drained) {
    assertThat(node().entry().drained()).isEqualTo(drained);
  }

  @Test
  void jobsUseItUntilTheyMustBeginToLeave() {
    nodes.drain(node(), in(NOTICE), "root");
    assertThat(NodeViews.of(node(), null).getDrainBy()).isEqualTo(in(NOTICE));
    assertThat(NodeViews.of(node(), null).getDrainedBy()).isEmpty();
    clock.advance(NOTICE.minus(Timings.DRAIN_AHEAD).minusMillis(1));
    nodes.drainInTime();
    assertDrained(false);
    final boolean _ = nodes.takeUnplanned();

    clock.advance(Duration.ofMillis(1));
    nodes.drainInTime();

    assertDrained(true);
    assertThat(nodes.takeUnplanned()).as("a plan is due").isTrue();
    assertThat(NodeViews.of(node(), null).getDrainBy()).isZero();
    assertThat(NodeViews.of(node(), null).getDrainedBy()).isEqualTo("root");
  }

  @Test
  void aTimeThatIsNearDrainsAtOnce() {
    nodes.drain(node(), in(Timings.DRAIN_AHEAD), "root");
    assertDrained(true);
  }

  @Test
  void itIsDrainedInTimeAfterARestartToo() {
    nodes.drain(node(), in(NOTICE), "root");
    nodes.store(Set.of());
    nodes = table();
    nodes.drainInTime();
    assertDrained(false);
    clock.advance(NOTICE);
    nodes.drainInTime();
    assertDrained(true);
  }

  @Test
  void undrainingCancelsIt() {
    nodes.drain(node(), in(NOTICE), "root");
    nodes.undrain(node());
    clock.advance(NOTICE);
    nodes.drainInTime();
    assertDrained(false);
    assertThat(NodeViews.of(node(), null).getDrainBy()).isZero();
  }
}
