package io.lull.apps.complib;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Results;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares each sequence of one library with each of another: an iteration compares one query with
 * all others, of which each worker has some.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Complib implements GridProgram {
  private static final int LIBRARIES = 2;

  private GridSpace space;
  private Pace pace;
  private GapCosts costs;
  private List<Sequence> queries;
  private List<Sequence> others;
  private SpreadOrder order;
  private DoubleGrid scores;

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    GapCosts.of(parameters);
    Pace.of(parameters);
    libraries(inputs);
  }

  private static List<List<Sequence>> libraries(List<Path> inputs) {
    if (inputs.size() != LIBRARIES) {
      throw new BadInput(
          "complib takes two input files in FASTA format, the queries first: give --input QUERIES"
              + " --input LIBRARY");
    }
    return inputs.stream().map(FastaFile::read).toList();
  }

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    costs = GapCosts.of(space.parameters());
    pace = Pace.of(space.parameters());
    final List<List<Sequence>> libraries = libraries(space.inputs());
    queries = libraries.getFirst();
    others = libraries.getLast();
    order = new SpreadOrder(others);
    scores =
        space.doubleGrid(
            "scores", Extents.of(queries.size(), others.size()), Division.columns(), Halo.of(0));
    space.iterations(queries.size());
  }

  @Override
  public void initialise() {
    // All scores are zero.
  }

  @Override
  public boolean iterate() {
    pace.await();
    final long query = space.iteration();
    final LocalAlignment alignment = new LocalAlignment(queries.get((int) query), costs);
    scores.update(
        new Region(query, query + 1, 0, others.size()),
        (_, _, _, place) -> alignment.score(others.get(order.at(place))));
    return query + 1 < queries.size();
  }

  @Override
  public void finish(Results results) throws IOException {
    results.value("pairs", (long) queries.size() * others.size());
    results.value("cells", letters(queries) * letters(others));
    results.collect(
        scores,
        outputs -> new ScoreTable(outputs.resolve("scores.csv"), queries, others, order, results));
  }

  private static long letters(List<Sequence> library) {
    return library.stream().mapToLong(Sequence::length).sum();
  }
}
