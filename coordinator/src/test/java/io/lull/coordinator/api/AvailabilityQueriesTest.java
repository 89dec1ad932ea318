package io.lull.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.audit.InMemoryTrail;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.ControlAccess;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.coordinator.core.control.GridControl;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.coordinator.database.Database;
import io.lull.coordinator.database.StoreUrl;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.retention.HistoryTerms;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.model.Role;
import io.lull.protocol.wire.AvailabilityBucket;
import io.lull.protocol.wire.AvailabilityRequest;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.HistoryPart;
import io.lull.protocol.wire.HistoryRequest;
import io.lull.protocol.wire.LaneSpan;
import io.lull.protocol.wire.LanesRequest;
import io.lull.protocol.wire.NodeEvent;
import io.lull.protocol.wire.NodeEventList;
import io.lull.protocol.wire.NodeEventsRequest;
import io.lull.protocol.wire.NodeUseChange;
import io.lull.testkit.time.VirtualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people are told of the time before now, by all of the way down to the tables. */
class AvailabilityQueriesTest {
  private static final long NOON = Instant.parse("2026-11-23T12:00:00Z").toEpochMilli();
  private static final long MINUTE = 60_000;

  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  @TempDir private Path folder;
  private final VirtualClock clock = new VirtualClock(NOON);
  private final AtomicInteger cost = new AtomicInteger();
  private Database database;
  private AvailabilityQueries desk;

  @BeforeEach
  void aMorning() {
    database =
        Database.open(StoreUrl.inFolder(folder), new CoordinatorMetrics(clock, "test").database());
    desk = new AvailabilityQueries(database.past(), HistoryTerms.USUAL, clock, ZoneOffset.UTC);
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
                .build(),
            cost::addAndGet);
    assertThat(view.getUntil()).isEqualTo(NOON);
    assertThat(view.getBucketsList())
        .containsExactly(
            AvailabilityBucket.newBuilder().setAt(ago(30)).setOwner(1.5).setRunning(0.5).build(),
            AvailabilityBucket.newBuilder().setAt(ago(10)).setOwner(1).setOffline(1).build());
  }

  private static AvailabilityRequest request(long since, long bucket) {
    return AvailabilityRequest.newBuilder().setSinceMillis(since).setBucketMillis(bucket).build();
  }

  @Test
  void whatIsNotToldInHoursCostsMoreTheMoreDaysItIsOf() {
    clock.advance(Duration.ofMinutes(20));
    assertThat(costs(request(30 * DAY, HOUR)))
        .as("not from a full hour on")
        .isEqualTo(30 * AvailabilityQueries.CALLS_PER_DAY);
    assertThat(costs(request(DAY, 5 * MINUTE))).isEqualTo(AvailabilityQueries.CALLS_PER_DAY);
    assertThat(costs(request(84 * DAY, 13 * MINUTE)))
        .as("of changes that are not in hours yet")
        .isEqualTo(30 * AvailabilityQueries.CALLS_PER_DAY);
    final AvailabilityRequest month =
        AvailabilityRequest.newBuilder()
            .setFrom(NOON - 30 * DAY)
            .setUntil(NOON)
            .setBucketMillis(HOUR)
            .build();
    assertThat(costs(month)).isZero();
    assertThat(costs(month.toBuilder().setFrom(NOON - 30 * DAY + MINUTE).build()))
        .isEqualTo(30 * AvailabilityQueries.CALLS_PER_DAY);
    assertThat(
            costs(
                month.toBuilder().setFrom(NOON - 200 * DAY + 1).setUntil(NOON - 60 * DAY).build()))
        .as("long ago there are only hours")
        .isZero();
  }

  private int costs(AvailabilityRequest request) {
    cost.set(0);
    final AvailabilityView _ = desk.view(request, cost::addAndGet);
    return cost.get();
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

  @Test
  void theHistoryIsExportedFromThePastToNow() {
    final List<HistoryPart> parts = new ArrayList<>();
    desk.history(HistoryRequest.newBuilder().setSinceMillis(50 * MINUTE).build(), parts::add);
    assertThat(parts).hasSize(1);
    assertThat(parts.getFirst().getFrom()).isEqualTo(ago(50));
    assertThat(parts.getFirst().getUntil()).isEqualTo(NOON);
    assertThat(parts.getFirst().getChangesList())
        .containsExactly(
            used("a", "owner", 50),
            used("b", "available", 50),
            used("b", "running", 40),
            used("b", "owner", 20),
            used("a", "offline", 10));
  }

  @Test
  void whoExportsTheHistoryIsOnRecord() throws Exception {
    final InMemoryTrail trail = new InMemoryTrail();
    final GridCommands noCommands =
        new GridCommands(
            new ControlAccess() {
              @Override
              public <T> T ask(Function<GridControl, T> request) {
                throw new IllegalStateException("nobody asks");
              }
            });
    try (AuditLog audit = new AuditLog(trail, clock)) {
      audit.start();
      new NodeQueries(noCommands, desk, new OwnerLooks(audit, clock))
          .history(
              new Caller("root", Role.ADMIN, ByteString.EMPTY, ""),
              HistoryRequest.newBuilder().setSinceMillis(HOUR).build(),
              _ -> {});
      assertThat(trail.entries())
          .extracting(entry -> entry.who() + " " + entry.action() + " " + entry.detail())
          .containsExactly("root look use in the past, as a file");
    }
  }

  @Test
  void partsOfALongHistoryFollowEachOther() {
    final List<HistoryPart> parts = new ArrayList<>();
    desk.history(HistoryRequest.newBuilder().setSinceMillis(3 * DAY).build(), parts::add);
    assertThat(parts).hasSize(3);
    for (int i = 1; i < parts.size(); i++) {
      assertThat(parts.get(i).getFrom()).isEqualTo(parts.get(i - 1).getUntil());
    }
    assertThat(parts.stream().mapToInt(HistoryPart::getChangesCount).sum()).isEqualTo(5);
  }

  @Test
  void aHistoryLongerThanWhatIsKeptIsRefused() {
    assertThatThrownBy(() ->
            desk.history(HistoryRequest.newBuilder().setSinceMillis(4000 * DAY).build(), _ -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--since must be between");
  }

  private static NodeUseChange used(String node, String use, long minutesAgo) {
    return NodeUseChange.newBuilder().setAt(ago(minutesAgo)).setNode(node).setUse(use).build();
  }
}
