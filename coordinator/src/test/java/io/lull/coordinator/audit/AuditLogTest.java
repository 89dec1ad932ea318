package io.lull.coordinator.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.store.AuditTrail;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditLogTest {
  private final VirtualClock clock = new VirtualClock();
  private final RecordedTrail trail = new RecordedTrail();

  @Test
  void whatWasDoneIsWrittenWhenTheCallReturns() {
    try (AuditLog log = new AuditLog(trail, clock)) {
      log.start();
      log.did("ada", "user", "10.0.0.1", Action.SUBMIT, "J1", "jacobi");
      assertThat(trail.entries).extracting(AuditTrail.Entry::subject).containsExactly("J1");
    }
  }

  @Test
  void refusalsThatComeTooFastAreCountedInstead() {
    try (AuditLog log = new AuditLog(trail, clock)) {
      for (int i = 0; i < 5_000; i++) {
        log.refused("eve", "user", "10.0.0.6", Action.READ, "J" + i, "not hers");
      }
      log.start();
    }
    assertThat(trail.entries).hasSize(101);
    assertThat(trail.entries.getLast().detail())
        .isEqualTo("4900 more refusals came too fast to be written down");
  }

  @Test
  void whatIsOldIsForgotten() {
    try (AuditLog log = new AuditLog(trail, clock)) {
      log.start();
      log.did("ada", "user", "", Action.SUBMIT, "J1", "");
    }
    assertThat(trail.droppedBefore).isEqualTo(clock.epochMillis() - AuditLog.KEPT.toMillis());
    assertThat(trail.kept).isEqualTo(AuditLog.MAX_ENTRIES);
  }

  @Test
  void saysThatThereIsMoreThanItTells() {
    try (AuditLog log = new AuditLog(trail, clock)) {
      for (int i = 0; i <= AuditLog.MAX_ANSWERED; i++) {
        trail.append(
            List.of(
                new AuditTrail.Entry(
                    clock.epochMillis(), "ada", "user", "", "submit", "J" + i, true, "")));
      }
      final AuditLog.Answer answer = log.since(Duration.ofHours(1));
      assertThat(answer.more()).isTrue();
      assertThat(answer.entries()).hasSize(AuditLog.MAX_ANSWERED);
      assertThat(answer.entries().getFirst().subject()).isEqualTo("J1");
      log.start();
    }
  }

  /** A trail that lasts as long as the test. */
  private static final class RecordedTrail implements AuditTrail {
    private final List<Entry> entries = Collections.synchronizedList(new ArrayList<>());
    private volatile long droppedBefore;
    private volatile long kept;

    @Override
    public void append(List<Entry> more) {
      entries.addAll(more);
    }

    @Override
    public List<Entry> since(long fromMillis, int most) {
      return List.copyOf(entries.subList(Math.max(0, entries.size() - most), entries.size()));
    }

    @Override
    public void drop(long beforeMillis, long newest) {
      droppedBefore = beforeMillis;
      kept = newest;
    }
  }
}
