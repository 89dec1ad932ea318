package io.lull.reconfig.message.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which tasks move because of what was measured. */
final class PlacementPolicyTest {
  private static final double SECOND = 1;
  private static final double LONG = 100;

  private final PlacementPolicy policy = new PlacementPolicy();
  private final Map<Long, Map<Long, Long>> sent = new HashMap<>();
  private long taskBytes = 1000;

  /** A worker with tasks of these works, numbered from the first. */
  private LoadReport worker(String name, double rate, long first, double... works) {
    final List<TaskLoad> tasks = new ArrayList<>();
    for (int i = 0; i < works.length; i++) {
      tasks.add(
          new TaskLoad(first + i, works[i], taskBytes, sent.getOrDefault(first + i, Map.of())));
    }
    return new LoadReport(name, rate, tasks);
  }

  private Map<Long, String> consider(LoadReport... loads) {
    return policy.consider(List.of(loads), SECOND, LONG);
  }

  @Test
  void equalLoadsStayWhereTheyAre() {
    assertThat(consider(worker("a", 1, 0, 0.2, 0.2), worker("b", 1, 2, 0.2, 0.2))).isEmpty();
  }

  @Test
  void theBusiestWorkerGivesTheTaskThatHelpsMost() {
    assertThat(consider(worker("a", 1, 0, 0.1, 0.3, 0.5), worker("b", 1, 3, 0.2)))
        .isEqualTo(Map.of(1L, "b"));
  }

  @Test
  void aWorkerThatHasBecomeSlowGivesTasksAway() {
    final Map<Long, String> moves =
        consider(
            worker("a", 0.25, 0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1),
            worker("b", 1, 6, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1));
    assertThat(moves.values()).isNotEmpty().allMatch("b"::equals);
    assertThat(moves).as("at most a quarter at a time").hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void aWorkerThatIsToLeaveGetsNone() {
    assertThat(
            consider(
                worker("a", 1, 0, 0.3, 0.3, 0.3), worker("b", 0, 3), worker("c", 1, 4, 0.1, 0.1)))
        .isNotEmpty()
        .doesNotContainValue("b");
  }

  @Test
  void ofEqualTasksTheOneWhosePartnersAreThereMoves() {
    sent.put(2L, Map.of(3L, 1_000_000L));
    assertThat(consider(worker("a", 1, 0, 0.2, 0.2, 0.2), worker("b", 1, 3, 0.2)))
        .isEqualTo(Map.of(2L, "b"));
  }

  @Test
  void tasksThatSendEachOtherMuchStayTogether() {
    sent.put(0L, Map.of(1L, 50_000_000L));
    assertThat(consider(worker("a", 1, 0, 0.3, 0.3), worker("b", 1, 2, 0.2))).isEmpty();
  }

  @Test
  void whatCostsMoreThanItSavesIsNotMoved() {
    taskBytes = 20_000_000_000L;
    assertThat(consider(worker("a", 1, 0, 0.3, 0.3), worker("b", 1, 2))).isEmpty();
  }

  @Test
  void aProgramThatHasJustBegunMayBeOverSoon() {
    assertThat(
            policy.consider(List.of(worker("a", 1, 0, 0.3, 0.3), worker("b", 1, 2)), SECOND, 0.01))
        .isEmpty();
  }

  @Test
  void afterMovesOthersWaitAndLongerWhereTheyDidNotHelp() {
    final LoadReport busy = worker("a", 1, 0, 0.3, 0.3);
    final LoadReport idle = worker("b", 1, 2);
    final List<Integer> pauses = new ArrayList<>();
    int pause = 0;
    for (int interval = 0; interval < 20; interval++) {
      if (consider(busy, idle).isEmpty()) {
        pause++;
      } else {
        pauses.add(pause);
        pause = 0;
      }
    }
    assertThat(pauses).startsWith(0, 2, 4, 8);
  }
}
