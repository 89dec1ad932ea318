package io.lull.simulator.world;

import io.lull.coordinator.core.job.Job;
import io.lull.simulator.job.SimulatedJob;
import io.lull.simulator.time.Alarm;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The programs of all jobs: each goes on, one iteration after another, where it has workers. */
final class JobPrograms {
  private final VirtualWorld world;
  private final Nodes nodes;
  private final SharedStore store;
  private final Map<String, SimulatedJob> jobs = new TreeMap<>();
  private final Map<String, Alarm> iterations = new TreeMap<>();
  private final Set<String> running = new HashSet<>();
  private final Set<String> spoken = new HashSet<>();

  /** The nodes that they run on. */
  interface Nodes {
    boolean reachable(String node);

    boolean full(String node);

    /** Its agent finds reports. */
    void collect(String node);

    /** Whether others have been reaching it for so long that coordinators know it. */
    boolean wellKnown(String node);
  }

  JobPrograms(VirtualWorld world, SharedStore store, Nodes nodes) {
    this.world = world;
    this.store = store;
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

                  @Override
                  public void resumed() {
                    iterate(id);
                  }

                  @Override
                  public void after(Duration delay, Runnable then) {
                    world.agenda().after(delay, then);
                  }
                }));
  }

  /** Those of which anything is known. */
  Collection<SimulatedJob> all() {
    return jobs.values();
  }

  /** A job is told to begin anew: that it must not while there is a checkpoint to go back to. */
  void beginsAnew(String id) {
    final Job stored = store.jobs().get(id);
    if (stored != null) {
      stored
          .generations()
          .committed()
          .forEach(generation ->
              world.check(
                  !job(id).canRead(generation, nodes::wellKnown),
                  id + " begins anew, and its generation " + generation.number() + " is there"));
    }
  }

  /** Whether all workers of a job have come to the end together. */
  boolean isComplete(String id) {
    return job(id).isComplete();
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
      iterate(id);
    }
  }

  /** The next iteration begins now. */
  private void iterate(String id) {
    iterations
        .computeIfAbsent(id, _ -> new Alarm(world.agenda(), () -> goOn(id)))
        .set(world.agenda().nanos() + job(id).nextIteration().toNanos());
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
