package io.lull.simulator.world;

import io.lull.simulator.job.SimulatedJob;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The programs of all jobs: each goes on, one iteration after another, where it has workers. */
final class Programs {
  private final SimulatedGrid grid;
  private final Map<String, SimulatedJob> jobs = new TreeMap<>();
  private final Set<String> running = new HashSet<>();
  private final Set<String> spoken = new HashSet<>();

  Programs(SimulatedGrid grid) {
    this.grid = grid;
  }

  SimulatedJob job(String id) {
    return jobs.computeIfAbsent(
        id,
        _ ->
            new SimulatedJob(
                id,
                grid.setup().iterations(),
                grid::check,
                new SimulatedJob.Nodes() {
                  @Override
                  public boolean reachable(String node) {
                    return grid.agent(node).reachable();
                  }

                  @Override
                  public void spoke(String node) {
                    collectFrom(node);
                  }

                  @Override
                  public void started(String node) {
                    run(id);
                  }
                }));
  }

  /** Once, after whatever happens now. */
  private void collectFrom(String node) {
    if (spoken.add(node)) {
      grid.agenda()
          .at(
              grid.agenda().nanos(),
              () -> {
                spoken.remove(node);
                grid.agent(node).collect();
              });
    }
  }

  private void run(String id) {
    if (running.add(id)) {
      grid.agenda().after(grid.setup().iteration(), () -> goOn(id));
    }
  }

  private void goOn(String id) {
    running.remove(id);
    final SimulatedJob job = job(id);
    job.goOn();
    if (job.hasWorkers()) {
      run(id);
    }
  }
}
