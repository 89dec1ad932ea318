package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.memory.Storage;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loops that read what lists name; on several workers, applications try the same. */
final class ListedElementsTest {
  private static final long EDGES = 9;
  private static final long NODES = 5;

  @TempDir Path folder;

  private abstract static class Graph implements ForkJoinProgram {
    DoubleArray nodes;
    DoubleArray places;
    DoubleArray edges;
    IntArray lists;

    @Override
    public void declare(SharedSpace space) {
      nodes = space.doubles("nodes", SharedShape.of(NODES));
      places = space.doubles("places", SharedShape.of(NODES, 2).dealt(2));
      edges = space.doubles("edges", SharedShape.of(EDGES));
      lists = space.ints("lists", SharedShape.of(EDGES, 3));
    }

    @Override
    public void finish(SharedResults results) throws IOException {
      // Nothing to report.
    }
  }

  /** In an ordinary run and in a checked one. */
  private void run(BiConsumer<Graph, Team> body) throws IOException {
    Standalone.run(program(body), Map.of(), List.of(), folder);
    Standalone.check(program(body), Map.of(), List.of(), folder);
  }

  private static Graph program(BiConsumer<Graph, Team> body) {
    return new Graph() {
      @Override
      public void run(Team team) {
        body.accept(this, team);
      }
    };
  }

  private static void fill(Graph p, Team team, int step) {
    team.loop(NODES).writes(p.nodes).run(i -> p.nodes.set(i, 10.0 * i));
    team.loop(NODES).writes(p.places).run(i -> p.places.set(i, 1, 10.0 * i));
    team.loop(EDGES)
        .writes(p.lists)
        .run(i -> {
          p.lists.set(i, 0, 2);
          p.lists.set(i, 1, (int) (i * step % NODES));
          p.lists.set(i, 2, (int) ((i * step + 1) % NODES));
        });
  }

  private static double sum(Graph p, Team team) {
    team.loop(EDGES)
        .readsListed(p.nodes, p.lists)
        .readsListed(p.places, p.lists)
        .writes(p.edges)
        .run(i ->
            p.edges.set(
                i, p.nodes.get(p.lists.get(i, 1)) + p.places.row(p.lists.get(i, 2)).get(1)));
    return team.loop(EDGES).reads(p.edges).sum(i -> (i + 1) * p.edges.get(i));
  }

  private static double expected(int step, double more) {
    double sum = 0;
    for (long i = 0; i < EDGES; i++) {
      sum += (i + 1) * (10.0 * (i * step % NODES) + more + 10.0 * ((i * step + 1) % NODES));
    }
    return sum;
  }

  @Test
  void elementsThatListsNameAreReadAsTheyAre() throws IOException {
    run((p, team) -> {
      fill(p, team, 0);
      assertThat(sum(p, team)).isEqualTo(expected(0, 0));
      team.loop(NODES).writes(p.nodes).run(i -> p.nodes.set(i, p.nodes.get(i) + 7));
      assertThat(sum(p, team)).as("of new contents").isEqualTo(expected(0, 7));
      fill(p, team, 4);
      assertThat(sum(p, team)).as("of new lists").isEqualTo(expected(4, 0));
    });
  }

  @Test
  void elementsThatMovedInMemoryAreReadWhereTheyAre() throws IOException {
    run((p, team) -> {
      fill(p, team, 0);
      assertThat(sum(p, team)).isEqualTo(expected(0, 0));
      final Storage kept = p.nodes.memory().present().storage();
      kept.hold(); // as a checkpoint does that is being written
      team.loop(NODES).writes(p.nodes).run(i -> p.nodes.set(i, p.nodes.get(i) + 7));
      assertThat(p.nodes.memory().present().storage()).isNotSameAs(kept);
      assertThat(sum(p, team)).isEqualTo(expected(0, 7));
      kept.letGo();
    });
  }

  @Test
  void aListThatNamesWhatThereIsNotIsRefused() throws IOException {
    run((p, team) -> {
      team.loop(4, 5)
          .writes(p.lists)
          .run(i -> {
            p.lists.set(i, 0, 1);
            p.lists.set(i, 1, 5);
          });
      assertThatThrownBy(() -> sum(p, team))
          .isInstanceOf(ProgramError.class)
          .hasMessage("list 4 of array lists names index 5: those of array nodes are from 0 to 4");
      team.loop(4, 5).writes(p.lists).run(i -> p.lists.set(i, 0, 3));
      assertThatThrownBy(() -> sum(p, team))
          .isInstanceOf(ProgramError.class)
          .hasMessage(
              "list 4 of array lists begins with 3: that is how many indices follow, from 0 to 2");
    });
  }

  @Test
  void aCheckedRunFindsWhatAListDoesNotName() {
    assertThatThrownBy(() ->
            Standalone.check(
                program((p, team) -> {
                  fill(p, team, 1);
                  team.loop(EDGES)
                      .readsListed(p.nodes, p.lists)
                      .writes(p.edges)
                      .run(i -> p.edges.set(i, p.nodes.get((p.lists.get(i, 2) + 1) % NODES)));
                }),
                Map.of(),
                List.of(),
                folder))
        .hasMessage(
            "index 1 of array nodes is read by iteration 4: say readsHalo, readsRow, readsRange,"
                + " readsListed or readsAll in the loop");
  }

  @Test
  void clausesThatDoNotGoWithListsAreRefused() throws IOException {
    run((p, team) -> {
      final String sentence =
          "a loop reads listed elements of array nodes and names it in another clause: name it in"
              + " readsListed, once, and in reads only, and write another array";
      final ParallelLoop writing = team.loop(NODES).readsListed(p.nodes, p.lists).writes(p.nodes);
      assertThatThrownBy(() -> writing.run(_ -> {})).hasMessage(sentence);
      final ParallelLoop whole = team.loop(NODES).readsListed(p.nodes, p.lists).readsAll(p.nodes);
      assertThatThrownBy(() -> whole.run(_ -> {})).hasMessage(sentence);
    });
  }
}
