package io.lull.simulator.world;

import io.lull.simulator.job.SimulatedJob;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The programs of all jobs: each goes on, one iteration after another, where it has workers. */
final class JobPrograms {
  private final VirtualWorld world;
  private final Nodes nodes;
  private final Map<String, SimulatedJob> jobs = new TreeMap<>();
  private final Set<String> running = new HashSet<>();
  private final Set<String> spoken = new HashSet<>();

  /** The nodes that they run on. */
  interface Nodes {
    boolean reachable(String node);

    boolean full(String node);

    /** Its agent finds reports. */
    void collect(String node);
  }

  JobPrograms(VirtualWorld world, Nodes nodes) {
    this.world = world;
    this.nodes = nodes;
  }

  SimulatedJob job(String id) {
    return jobs.computeIfAbsent(
        id,
        _ ->
            new SimulatedJob(
                id,
                world.setup().paces(),
                world::check,
                new SimulatedJob.Nodes() {
                  @Override
                  public boolean reachable(String node) {
                    return nodes.reachable(node);
                  }

                  @Override
                  public boolean full(String node) {
                    return nodes.full(node);
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

  /** Those of which anything is known. */
  Collection<SimulatedJob> all() {
    return jobs.values();
  }

  /** Once, after whatever happens now. */
  private void collectFrom(String node) {
    if (spoken.add(node)) {
      world
          .agenda()
          .at(
              world.agenda().nanos(),
              () -> {
                spoken.remove(node);
                nodes.collect(node);
              });
    }
  }

  /** For how long nodes have computed for a job, all together. */
  long workedNanos(String id) {
    final SimulatedJob job = jobs.get(id);
    return job == null ? 0 : job.workedNanos();
  }

  private void run(String id) {
    if (running.add(id)) {
      world.agenda().after(job(id).nextIteration(), () -> goOn(id));
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
