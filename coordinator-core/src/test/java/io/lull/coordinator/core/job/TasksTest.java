package io.lull.coordinator.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.Tasks.Mishap;
import org.junit.jupiter.api.Test;

/** How often a task comes back. */
final class TasksTest {
  private static Tasks afterMany(Mishap mishap, int times, int retries) {
    Tasks tasks = Tasks.NONE_DEALT.dealt(0);
    for (int i = 0; i < times; i++) {
      tasks = tasks.after(0, mishap, "exit code 1", retries);
    }
    return tasks;
  }

  private static void assertBoundIs(Mishap mishap, int bound, int retries) {
    final Tasks before = afterMany(mishap, bound - 1, retries);
    assertThat(before.failed()).isEmpty();
    assertThat(before.returned()).hasSize(Math.min(1, bound - 1));
    assertThat(afterMany(mishap, bound, retries).failed()).containsOnlyKeys(0);
  }

  @Test
  void interruptionsAreManyButNotWithoutEnd() {
    assertBoundIs(Mishap.INTERRUPTION, Limits.TASK_INTERRUPTIONS, 0);
  }

  @Test
  void deathsAreFew() {
    assertBoundIs(Mishap.DEATH, Limits.TASK_DEATHS, 0);
  }

  @Test
  void failuresAreAsManyAsItsUserWantsAndOneMore() {
    assertBoundIs(Mishap.FAILURE, 1, 0);
    assertBoundIs(Mishap.FAILURE, 4, 3);
  }

  @Test
  void whatWasNeverBegunComesBackForEver() {
    final Tasks tasks = afterMany(Mishap.NOT_BEGUN, 1000, 0);
    assertThat(tasks.failed()).isEmpty();
    assertThat(tasks.mishaps(0).attempts()).isEqualTo(1000);
  }
}
