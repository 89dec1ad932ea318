package io.lull.coordinator.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.TaskStatus;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What workers tell of the tasks of a message program. */
class ToldTasksTest {
  private static final JobProgress TWO =
      JobProgress.START.committed(
          Prepared.newBuilder()
              .setLayout(
                  Layout.newBuilder()
                      .addMembers(Member.getDefaultInstance())
                      .addMembers(Member.getDefaultInstance()))
              .build());

  private static TaskStatus task(long id, String waits) {
    return TaskStatus.newBuilder().setTask(id).setState("waiting").setWaits(waits).build();
  }

  private static Progress told(int rank, List<TaskStatus> tasks) {
    return Progress.newBuilder().setRank(rank).addAllTasks(tasks).build();
  }

  @Test
  void theLastWordOfEachMemberCounts() {
    final TaskStatus first = task(0, "receive from task 1 with any tag");
    final TaskStatus second = task(1, "");
    JobProgress progress = TWO.with(told(0, List.of(first, second)), FreeShare.WHOLE);
    assertThat(progress.tasks().get(0)).containsExactly(first, second);
    progress =
        progress
            .with(told(1, List.of(second)), FreeShare.WHOLE)
            .with(told(0, List.of(first)), FreeShare.WHOLE);
    assertThat(progress.tasks().get(0)).containsExactly(first);
    assertThat(progress.tasks().get(1)).containsExactly(second);
    assertThat(progress.with(told(1, List.of()), FreeShare.WHOLE).tasks()).doesNotContainKey(1);
  }

  @Test
  void aNewConfigurationBeginsWithoutAny() {
    final JobProgress progress = TWO.with(told(0, List.of(task(0, ""))), FreeShare.WHOLE);
    assertThat(progress.committed(Prepared.getDefaultInstance()).tasks()).isEmpty();
    assertThat(progress.interrupted().tasks()).isEmpty();
  }

  @Test
  void aGuestCannotFillTheCoordinator() {
    final JobProgress progress =
        TWO.with(told(7, List.of(task(0, ""))), FreeShare.WHOLE)
            .with(told(-1, List.of(task(0, ""))), FreeShare.WHOLE)
            .with(
                told(0, IntStream.range(0, 5_000).mapToObj(id -> task(id, "")).toList()),
                FreeShare.WHOLE)
            .with(
                told(
                    1,
                    List.of(
                        task(0, "x".repeat(512)),
                        task(1, ""),
                        task(2, "").toBuilder().setState("x".repeat(512)).build())),
                FreeShare.WHOLE);
    assertThat(progress.tasks()).containsOnlyKeys(0, 1);
    assertThat(progress.tasks().get(0)).hasSize(256);
    assertThat(progress.tasks().get(1)).containsExactly(task(1, ""));
  }
}
