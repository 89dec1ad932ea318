package io.lull.bench.adapt;

import io.lull.bench.FigureDocument;
import io.lull.bench.TemporaryFolder;
import java.util.List;

/**
 * What all experiments have.
 *
 * @param size cells on a side of a job's grid
 * @param seconds what a job takes without a load
 * @param rounds how often each row is measured
 */
record AdaptTerms(int size, int seconds, int rounds, FigureDocument document) {
  /** Uses a grid. */
  interface Use {
    void on(PacedGrid grid) throws Exception;
  }

  /** Fills a table. */
  interface Rows {
    void of(PolicyTable table) throws Exception;
  }

  /** With so many agents. */
  void on(int agents, Use use) throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.create();
        PacedGrid grid = PacedGrid.start(folder.path(), agents)) {
      use.on(grid);
    }
  }

  void on(int agents, List<LoadPolicy> policies, Rows rows) throws Exception {
    on(
        agents,
        grid -> {
          final PolicyTable table = new PolicyTable(grid, policies, document);
          rows.of(table);
          table.summary();
        });
  }
}
