package io.lull.apps;

import io.lull.reconfig.Pace;
import io.lull.reconfig.Value;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.LongArray;
import io.lull.reconfig.forkjoin.SharedResults;
import io.lull.reconfig.forkjoin.SharedShape;
import io.lull.reconfig.forkjoin.SharedSpace;
import io.lull.reconfig.forkjoin.Team;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.LongStream;

/** A program that forks once: all its work is one long loop. */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class OneLoop implements ForkJoinProgram {
  private int count;
  private boolean countsWorkers;
  private Pace pace;
  private DoubleArray roots;
  private LongArray times;
  private LongArray processes;
  private DoubleArray shares;
  private String executed;
  private Value sum;
  private Value workers;

  @Override
  public void declare(SharedSpace space) {
    count = (int) space.parameters().integer("count", 90, 1, 10_000);
    countsWorkers = space.parameters().has("workers");
    pace = Pace.of(space.parameters());
    final SharedShape shape =
        new SharedShape(Extents.of(count), space.parameters().integer("dealt", 0, 0, count), 0);
    roots = space.doubles("roots", shape);
    times = space.longs("times", shape);
    processes = space.longs("processes", shape);
    shares = space.doubles("shares", SharedShape.of(count));
    executed = space.parameters().text("executed", "");
    workers = space.value("workers", 0);
    sum = space.value("sum", 0);
  }

  @Override
  public void run(Team team) {
    sum.set(
        team.loop(count)
            .writes(roots, times, processes)
            .adds(shares, 1)
            .sum((i, sums) -> {
              synchronized (this) {
                pace.await();
                note(i);
              }
              sums.add((i + count / 2) % count, 0.25);
              sums.add((i * 7) % count, 0.5);
              roots.set(i, Math.sqrt((double) i) + roots.get(i));
              times.set(i, times.get(i) + 1);
              processes.set(i, ProcessHandle.current().pid());
              return roots.get(i) / 3;
            }));
    sum.set(sum.get() + team.loop(count).reads(times).sumOfLongs(times::get));
    sum.set(sum.get() + team.loop(count).reads(roots).max(roots::get));
    sum.set(sum.get() + team.loop(count).reads(shares).sum(i -> shares.get(i) * (i + 1)));
    workers.set(team.loop(1).readsAll(processes).sum(this::countWorkers));
  }

  /** An iteration is done once more, whatever becomes of it. */
  private void note(long iteration) {
    if (!executed.isEmpty()) {
      try {
        Files.write(
            Path.of(executed),
            new byte[] {(byte) iteration},
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** How many processes have done iterations of the long loop. */
  private double countWorkers(long iteration) {
    return LongStream.range(iteration, count).map(processes::get).distinct().count();
  }

  @Override
  public void finish(SharedResults results) {
    results.value("sum", sum.get());
    if (countsWorkers) {
      results.value("workers", workers.get());
    }
  }
}
