package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent.Placed;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.machine.JobMachine;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.UsageStore;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import io.lull.scheduling.SharingTerms;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class UserUsageTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualClock clock = new VirtualClock();
  private final UsageStore store = new UsageStore(new InMemoryRecordMaps());
  private final UserUsage book = open();

  private UserUsage open() {
    return new UserUsage(store, SharingTerms.DEFAULT, clock);
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
    return kept.sharing(Map.of()).usageNodeSeconds().getOrDefault(user, 0.0);
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
}
