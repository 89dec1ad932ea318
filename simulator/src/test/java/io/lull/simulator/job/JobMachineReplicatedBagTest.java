package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.TasksDiffered;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bags each of whose tasks runs on several nodes, whose results are compared. */
class JobMachineReplicatedBagTest {
  private static JobView view(OneJobGrid grid) {
    return JobViews.of(grid.job);
  }

  private static void assertRight(OneJobGrid grid, int tasks) {
    assertThat(grid.job.state()).as(view(grid).getError()).isEqualTo(JobState.FINISHED);
    assertThat(view(grid).getTasks().getDone()).isEqualTo(tasks);
    assertThat(view(grid).getOutputsList())
        .extracting(Blob::getName, Blob::getSha256)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, tasks)
                .filter(TasksModel::prints)
                .mapToObj(task -> tuple(task + ".stdout", "right"))
                .toList());
  }

  /** Runs it to its end; where each task was dealt. */
  private static Map<Integer, Set<String>> nodesOfTasks(OneJobGrid grid) {
    final Map<Integer, Set<String>> nodes = new HashMap<>();
    while (!grid.job.ended()) {
      if (grid.job.phase() instanceof Phase.Dealing dealing) {
        dealing
            .assignments()
            .values()
            .forEach(assignment ->
                assignment
                    .dealt()
                    .keySet()
                    .forEach(task ->
                        nodes.computeIfAbsent(task, _ -> new TreeSet<>()).add(assignment.node())));
      }
      grid.tick();
    }
    return nodes;
  }

  @Test
  void eachTaskRunsOnSoManyNodesAndHasOneResult() {
    final OneJobGrid grid = OneJobGrid.replicated(4, 2, 60);
    grid.dispatch();
    final Map<Integer, Set<String>> nodes = nodesOfTasks(grid);
    assertRight(grid, 60);
    assertThat(nodes).hasSize(60);
    assertThat(nodes.values()).allMatch(each -> each.size() == 2);
    assertThat(view(grid).getTasks().getDifferedList()).isEmpty();
  }

  @Test
  void whatMostNodesHaveCountsAndWhoHasAnotherResultIsSaidAndAvoided() {
    final OneJobGrid grid = OneJobGrid.replicated(4, 2, 60);
    grid.node("n3").lies = true;
    grid.dispatch();
    grid.finish();
    assertRight(grid, 60);
    assertThat(view(grid).getTasks().getDifferedList())
        .extracting(TasksDiffered::getNode)
        .containsExactly("n3");
    assertThat(grid.job.avoided()).containsKey("n3");
    assertThat(grid.event("shrink").getNodesLeftList()).containsExactly("n3");
    assertThat(view(grid).getCheckValuesList())
        .anyMatch(value -> value.getName().equals("differed.n3"));
  }

  @Test
  void aTaskOfWhichNoTwoNodesHaveTheSameResultFails() {
    final OneJobGrid grid = OneJobGrid.replicated(5, 2, 1);
    grid.nodes().forEach(node -> node.lies = true);
    grid.dispatch();
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FAILED);
    assertThat(view(grid).getError())
        .startsWith("1 of 1 tasks failed: task 0 (its results differ: ")
        .endsWith(" do not agree)");
    assertThat(view(grid).getOutputsList()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theRightResultIsFoundWhateverHappens(long seed) {
    final RandomGenerator random = new Random(seed);
    final int tasks = 1 + random.nextInt(80);
    final OneJobGrid grid = OneJobGrid.replicated(5, 2 + random.nextInt(2), tasks);
    grid.node("n" + (1 + random.nextInt(5))).lies = random.nextBoolean();
    JobMachineHistoriesTest.troubleThenPeace(grid, random, seed);
    assertThat(view(grid).getOutputsList().stream().map(Blob::getSha256).distinct().toList())
        .as("seed %d", seed)
        .isSubsetOf(List.of("right"));
    assertThat(view(grid).getTasks().getDone() + view(grid).getTasks().getFailed())
        .as("seed %d: %s", seed, view(grid).getError())
        .isEqualTo(tasks);
  }
}
