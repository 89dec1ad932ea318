package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent.Placed;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.machine.JobMachine;
import io.lull.coordinator.core.store.AccountStore;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.UsageStore;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.records.AccountRecord;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import io.lull.scheduling.SharingTerms;
import io.lull.scheduling.adapt.ChangeCosts;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class UserUsageTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualClock clock = new VirtualClock();
  private final InMemoryRecordMaps maps = new InMemoryRecordMaps();
  private final UsageStore store = new UsageStore(maps);
  private final AccountStore accounts = new AccountStore(maps);
  private MonthlyUse months = new MonthlyUse(accounts, clock, ZoneOffset.UTC);
  private final UserUsage book = open();

  private UserUsage open() {
    months = new MonthlyUse(accounts, clock, ZoneOffset.UTC);
    return new UserUsage(store, months, () -> SharingTerms.DEFAULT, clock);
  }

  private Job job(String user, int nodes) {
    final JobTerms terms =
        new JobTerms(
            1,
            user,
            JobSpec.newBuilder().setMinWorkers(1).setMaxWorkers(9).setCheckpoint("off").build(),
            DataPlane.getDefaultInstance(),
            ByteString.EMPTY,
            clock.epochMillis());
    final List<PlacedNode> placed =
        IntStream.range(0, nodes)
            .mapToObj(n -> new PlacedNode("ws" + n, "127.0.0.1", 1, 1.0, List.of()))
            .toList();
    return JobMachine.on(
            Job.submitted(terms),
            new Placed(placed, List.of(), Map.of(), EventCause.SCHEDULER, "given"),
            clock.epochMillis())
        .job();
  }

  private void pass(Duration time, Job... jobs) {
    for (Duration passed = Duration.ZERO;
        passed.compareTo(time) < 0;
        passed = passed.plus(SECOND)) {
      clock.advance(SECOND);
      book.count(List.of(jobs));
    }
  }

  private double of(UserUsage kept, String user) {
    return kept.sharing(Map.of(), ChangeCosts.ASSUMED).usageNodeSeconds().getOrDefault(user, 0.0);
  }

  @Test
  void countsTheNodesOfAUsersJobs() {
    pass(Duration.ofSeconds(100), job("ann", 3), job("ann", 1), job("bob", 2));
    assertThat(of(book, "ann")).isCloseTo(400, within(1.0));
    assertThat(of(book, "bob")).isCloseTo(200, within(1.0));
  }

  @Test
  void countsHalfAsMuchAfterAHalfLife() {
    pass(Duration.ofSeconds(100), job("ann", 4));
    clock.advance(UserUsage.HALF_LIFE);
    book.count(List.of());
    assertThat(of(book, "ann")).isCloseTo(200, within(1.0));
  }

  @Test
  void chargesNobodyForAPauseOfTheCoordinator() {
    clock.advance(Duration.ofHours(1));
    book.count(List.of(job("ann", 4)));
    assertThat(of(book, "ann")).isZero();
  }

  @Test
  void isKeptOverARestart() {
    pass(Duration.ofSeconds(100), job("ann", 4));
    book.storeEverything();
    clock.advance(UserUsage.HALF_LIFE);
    assertThat(of(open(), "ann")).isCloseTo(200, within(1.0));
  }

  @Test
  void isStoredNowAndThen() {
    pass(Duration.ofSeconds(59), job("ann", 4));
    book.store();
    assertThat(of(open(), "ann")).isZero();
    pass(SECOND, job("ann", 4));
    book.store();
    assertThat(of(open(), "ann")).isCloseTo(240, within(1.0));
  }

  @Test
  void forgetsWhatIsLessThanASecond() {
    pass(Duration.ofSeconds(2), job("ann", 1));
    book.storeEverything();
    clock.advance(UserUsage.HALF_LIFE.multipliedBy(3));
    book.count(List.of());
    book.storeEverything();
    assertThat(store.all()).isEmpty();
  }

  /** Unlike what the next plan goes by, accounts forget nothing. */
  @Test
  void accountsAreKeptByMonthAndOutliveTheCoordinator() {
    clock.advance(
        Duration.between(
            Instant.ofEpochMilli(clock.epochMillis()), Instant.parse("2026-11-30T23:59:30Z")));
    book.count(List.of());
    pass(Duration.ofMinutes(1), job("ada", 3), job("bob", 1));
    book.storeEverything();
    final UserUsage again = open();
    assertThat(again).isNotNull();
    assertThat(months.all())
        .extracting(line -> line.getMonth() + " " + line.getUser())
        .containsExactly("2026-11 ada", "2026-11 bob", "2026-12 ada", "2026-12 bob");
    assertThat(months.all().stream().mapToDouble(AccountRecord::getNodeSeconds).sum())
        .isCloseTo(240, within(10.0));
    assertThat(months.all().getFirst().getNodeSeconds()).isCloseTo(90, within(5.0));
  }

  @Test
  void monthsThatAreLongPastAreDropped() {
    months.add("ada", 5);
    months.store();
    clock.advance(Duration.ofDays(31L * (MonthlyUse.KEPT_MONTHS + 1)));
    months.add("ada", 7);
    months.store();
    assertThat(months.all()).hasSize(1);
    assertThat(new AccountStore(maps).all()).hasSize(1);
  }
}
