package io.lull.reconfig.message.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where tasks are, by word that comes in any order. */
final class TaskDirectoryTest {
  private static final long TASK = 7;

  private final TaskDirectory directory = new TaskDirectory();

  @Test
  void oldWordChangesNothing() {
    assertThat(directory.heard(TASK, new Place("b", 2))).isTrue();
    assertThat(directory.heard(TASK, new Place("a", 1))).isFalse();
    assertThat(directory.of(TASK)).contains(new Place("b", 2));
  }

  @Test
  void aMessageGoesOnByNewerWordOnly() {
    directory.heard(TASK, new Place("b", 2));
    assertThat(directory.next(TASK, "a", TaskDirectory.NOWHERE)).contains(new Place("b", 2));
    assertThat(directory.next(TASK, "a", 1)).contains(new Place("b", 2));
    assertThat(directory.next(TASK, "a", 2)).as("it was sent here by the same word").isEmpty();
    assertThat(directory.next(TASK, "b", 1)).as("the task is about to come here").isEmpty();
    assertThat(directory.next(8, "a", TaskDirectory.NOWHERE)).isEmpty();
  }
}
