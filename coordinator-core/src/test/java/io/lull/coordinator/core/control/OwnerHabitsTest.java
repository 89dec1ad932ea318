package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.protocol.model.NodeState;
import io.lull.scheduling.habit.StayCurve;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnerHabitsTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private final VirtualClock clock = new VirtualClock();
  private final KeptHistory history = new KeptHistory();

  @Test
  void learnsFromWhatWasKeptAPageAtATick() {
    final OwnerHabits book = book();
    keep("busy", 1, 2 * OwnerHabits.PAGE / 10);
    keep("calm", 200, 4);
    int ticks = 0;
    while (book.stays().isEmpty() && ticks < 10) {
      book.learn(_ -> true);
      ticks++;
    }
    assertThat(ticks).isEqualTo(history.changes.size() / OwnerHabits.PAGE + 1);
    assertThat(book.stays()).containsOnlyKeys("busy", "calm");
    assertThat(median(book, "busy")).isLessThan(HOUR);
    assertThat(median(book, "calm")).isGreaterThan(3 * HOUR);
  }

  @Test
  void learnsNothingOfNodesThatThereAreNoMore() {
    final OwnerHabits book = book();
    keep("gone", 1, 10);
    book.learn(_ -> false);
    assertThat(book.stays()).isEmpty();
  }

  @Test
  void learnsOnAsItHappens() {
    final OwnerHabits book = book();
    book.learn(_ -> true);
    final long before = likely(book, "ws1");
    for (int day = 0; day < 20; day++) {
      say(book, "ws1", NodeState.AVAILABLE);
      clock.advance(Duration.ofMinutes(20));
      say(book, "ws1", NodeState.OWNER);
      clock.advance(Duration.ofMinutes(20));
    }
    assertThat(likely(book, "ws1")).isLessThan(before / 2);
    book.forget("ws1");
    assertThat(book.stays()).isEmpty();
  }

  @Test
  void hearsNothingTwiceOfWhatItHasYetToRead() {
    final OwnerHabits book = book();
    final Change change = new Change("ws1", NodeState.AVAILABLE, clock.epochMillis());
    history.append(List.of(change));
    book.changed(List.of(change));
    assertThat(book.outlook("ws1")).as("it comes with the page").isEmpty();
    book.learn(_ -> true);
    assertThat(book.outlook("ws1")).isPresent();
  }

  @Test
  void goesOnWhenTheHistoryCannotBeRead() {
    final OwnerHabits book = book();
    keep("ws1", 1, 5);
    history.refuseReads(1);
    book.learn(_ -> true);
    book.learn(_ -> true);
    assertThat(book.stays()).as("it is not asked again at once").isEmpty();
    clock.advance(OwnerHabits.RETRY);
    book.learn(_ -> true);
    assertThat(book.stays()).containsKey("ws1");
  }

  private OwnerHabits book() {
    return new OwnerHabits(history, ZoneOffset.UTC, clock, ControlObserver.NONE);
  }

  private long likely(OwnerHabits book, String node) {
    say(book, node, NodeState.AVAILABLE);
    return median(book, node);
  }

  private static long median(OwnerHabits book, String node) {
    return book.stays().getOrDefault(node, StayCurve.ALWAYS).median(Duration.ofDays(7)).toMillis();
  }

  private void say(OwnerHabits book, String node, NodeState state) {
    final List<Change> changes = List.of(new Change(node, state, clock.epochMillis()));
    history.append(changes);
    book.changed(changes);
  }

  /** Its owner was away for so long each time, until now. */
  private void keep(String node, int awayTenthsOfHours, int times) {
    final long length = awayTenthsOfHours * HOUR / 10;
    for (int i = times; i > 0; i--) {
      final long at = clock.epochMillis() - 2L * i * length;
      history.append(
          List.of(
              new Change(node, NodeState.AVAILABLE, at),
              new Change(node, NodeState.OWNER, at + length)));
    }
  }
}
