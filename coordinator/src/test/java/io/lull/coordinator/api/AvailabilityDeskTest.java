package io.lull.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.database.Database;
import io.lull.coordinator.database.StoreUrl;
import io.lull.coordinator.store.NodeHistory.Change;
import io.lull.coordinator.vitals.Vitals;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.AvailabilityBucket;
import io.lull.protocol.wire.AvailabilityRequest;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.LaneSpan;
import io.lull.protocol.wire.LanesRequest;
import io.lull.protocol.wire.NodeEvent;
import io.lull.protocol.wire.NodeEventList;
import io.lull.protocol.wire.NodeEventsRequest;
import io.lull.testkit.time.VirtualClock;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people are told of the time before now, by all of the way down to the tables. */
class AvailabilityDeskTest {
  private static final long NOON = Instant.parse("2026-11-23T12:00:00Z").toEpochMilli();
  private static final long MINUTE = 60_000;

  @TempDir private Path folder;
  private Database database;
  private AvailabilityDesk desk;

  @BeforeEach
  void aMorning() {
    final VirtualClock clock = new VirtualClock(NOON);
    database = Database.open(StoreUrl.inFolder(folder), new Vitals(clock, "test").database());
    desk = new AvailabilityDesk(database.past(), clock, ZoneOffset.UTC);
    database.append(
        List.of(
            new Change("a", NodeState.OWNER, ago(60)),
            new Change("b", NodeState.AVAILABLE, ago(60)),
            new Change("b", NodeState.RUNNING, ago(40)),
            new Change("b", NodeState.OWNER, ago(20)),
            new Change("a", NodeState.OFFLINE, ago(10))));
  }

  @AfterEach
  void end() {
    database.close();
  }

  private static long ago(long minutes) {
    return NOON - minutes * MINUTE;
  }

  @Test
  void aStretchOfTimeIsToldAsFarAsItIsOver() {
    final AvailabilityView view =
        desk.view(
            AvailabilityRequest.newBuilder()
                .setFrom(ago(30))
                .setUntil(NOON + 100 * MINUTE)
                .setBucketMillis(20 * MINUTE)
                .build());
    assertThat(view.getUntil()).isEqualTo(NOON);
    assertThat(view.getBucketsList())
        .containsExactly(
            AvailabilityBucket.newBuilder().setAt(ago(30)).setOwner(1.5).setRunning(0.5).build(),
            AvailabilityBucket.newBuilder().setAt(ago(10)).setOwner(1).setOffline(1).build());
  }

  @Test
  void lanesAreThoseOfTheNodesThatWereAskedFor() {
    final LanesRequest request =
        LanesRequest.newBuilder()
            .setFrom(ago(50))
            .setUntil(ago(30))
            .setStepMillis(10 * MINUTE)
            .addNodes("b")
            .build();
    assertThat(desk.lanes(request).getLanesList())
        .singleElement()
        .satisfies(lane ->
            assertThat(lane.getSpansList())
                .containsExactly(
                    span(ago(50), ago(40), "available"), span(ago(40), ago(30), "running")));
  }

  private static LaneSpan span(long from, long until, String use) {
    return LaneSpan.newBuilder().setFrom(from).setUntil(until).setUse(use).build();
  }

  @Test
  void lanesOfTooManyNodesOrInTooManyStepsAreRefused() {
    final LanesRequest request =
        LanesRequest.newBuilder()
            .setFrom(ago(50))
            .setUntil(NOON)
            .setStepMillis(MINUTE)
            .addNodes("a")
            .build();
    assertThat(desk.lanes(request).getLanesCount()).isEqualTo(1);
    final List<String> crowd = new ArrayList<>();
    for (int i = 0; i < 65; i++) {
      crowd.add("ws" + i);
    }
    for (final LanesRequest wrong :
        List.of(
            request.toBuilder().addAllNodes(crowd).build(),
            request.toBuilder().clearNodes().build(),
            request.toBuilder().setStepMillis(1).build(),
            request.toBuilder().setStepMillis(0).build(),
            request.toBuilder().setFrom(NOON).build())) {
      assertThatThrownBy(() -> desk.lanes(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void eventsAreToldTheNewestFirstAndThatThereAreMore() {
    final NodeEventList two = desk.events(events(2));
    assertThat(two.getEventsList())
        .containsExactly(event(ago(10), "a", "went"), event(ago(20), "b", "reclaimed"));
    assertThat(two.getMore()).isTrue();
    assertThat(desk.events(events(500)).getEventsList())
        .hasSize(4)
        .endsWith(event(ago(60), "b", "came"), event(ago(60), "a", "came"));
    assertThat(desk.events(events(500)).getMore()).isFalse();
    assertThatThrownBy(() -> desk.events(events(501))).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void eventsAreSoughtNoFurtherThanSoManyChanges() {
    final List<Change> restless = new ArrayList<>();
    for (int i = 0; i <= 20_000; i++) {
      restless.add(new Change("c", i % 2 == 0 ? NodeState.OWNER : NodeState.AVAILABLE, ago(9) + i));
    }
    database.append(restless);
    final NodeEventList list = desk.events(events(500));
    assertThat(list.getEventsList()).isEmpty();
    assertThat(list.getMore()).isTrue();
  }

  private static NodeEventsRequest events(int most) {
    return NodeEventsRequest.newBuilder().setFrom(ago(100)).setUntil(NOON).setMost(most).build();
  }

  private static NodeEvent event(long at, String node, String kind) {
    return NodeEvent.newBuilder().setAt(at).setNode(node).setKind(kind).build();
  }
}
