package io.lull.simulator.comparison;

import io.lull.simulator.sharing.ChangeCost;
import io.lull.simulator.sharing.ParallelJob;
import io.lull.simulator.sharing.RunObserver;
import io.lull.simulator.sharing.SavedRun;
import io.lull.simulator.sharing.SharedCluster;
import io.lull.simulator.trace.OfferCursor;
import io.lull.simulator.trace.OfferSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which job has which machine on the first day with jobs, under one policy.
 *
 * @param toMillis when the day ends, or the trace
 * @param lanes of the first machines that are offered on that day
 */
public record Lanes(Contender contender, long fromMillis, long toMillis, List<Lane> lanes) {
  /** More could not be told apart in a picture. */
  public static final int MOST = 40;

  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  /** No job. */
  public static final int NOBODY = 0;

  public Lanes {
    lanes = List.copyOf(lanes);
  }

  /** Of one machine: its time in which it is offered, one stretch after the other. */
  public record Lane(int machine, List<Stretch> stretches) {
    public Lane {
      stretches = List.copyOf(stretches);
    }
  }

  /**
   * Part of a machine's time.
   *
   * @param job the number of the one that has it, or {@link #NOBODY}
   */
  public record Stretch(long fromMillis, long toMillis, int job) {
    public long millis() {
      return toMillis - fromMillis;
    }
  }

  public static Lanes of(
      OfferSource machines, List<ParallelJob> jobs, ChangeCost cost, Contender contender) {
    final long from = jobs.stream().mapToLong(ParallelJob::submitMillis).min().orElse(0);
    final long to = Math.min(machines.endMillis(), from + DAY_MILLIS);
    final JobParts parts =
        JobParts.of(contender, jobs.stream().filter(job -> job.submitMillis() < to).toList());
    final Recorder recorder = new Recorder(parts, offered(machines, from, to));
    final SharedCluster.Outcome _ =
        SharedCluster.run(until(machines, to), parts.parts(), contender.rules(cost), recorder);
    return new Lanes(contender, from, to, recorder.lanes(to));
  }

  private static OfferSource until(OfferSource machines, long millis) {
    return new OfferSource() {
      @Override
      public int machines() {
        return machines.machines();
      }

      @Override
      public long endMillis() {
        return millis;
      }

      @Override
      public OfferCursor from(long begin) {
        return machines.from(begin);
      }
    };
  }

  /** When the first machines are offered; each list has a begin and an end in turn. */
  private static Map<Integer, List<Long>> offered(OfferSource machines, long from, long to) {
    final Map<Integer, List<Long>> times = new TreeMap<>();
    final OfferCursor cursor = machines.from(from);
    for (int machine = 0; machine < machines.machines() && times.size() < MOST; machine++) {
      if (cursor.isOffered(machine)) {
        times.put(machine, new ArrayList<>(List.of(from)));
      }
    }
    while (cursor.nextMillis() < to) {
      final long now = cursor.nextMillis();
      cursor.advance(
          now,
          (machine, isOffered) -> {
            if (isOffered && times.size() < MOST) {
              times.putIfAbsent(machine, new ArrayList<>());
            }
            final @Nullable List<Long> own = times.get(machine);
            if (own != null && isOffered == (own.size() % 2 == 0)) {
              own.add(now);
            }
          });
    }
    times.values().stream().filter(own -> own.size() % 2 == 1).forEach(own -> own.add(to));
    return times;
  }

  /** Writes down who has the machines of which there are lanes. */
  private static final class Recorder implements RunObserver {
    private final JobParts parts;
    private final Map<Integer, List<Long>> offered;
    private final Map<Integer, List<Stretch>> held = new TreeMap<>();

    Recorder(JobParts parts, Map<Integer, List<Long>> offered) {
      this.parts = parts;
      this.offered = offered;
      offered.keySet().forEach(machine -> held.put(machine, new ArrayList<>()));
    }

    @Override
    public void passed(long nowMillis, Supplier<SavedRun> save) {
      // A day is short.
    }

    @Override
    public void held(long nowMillis, int machine, int part) {
      final @Nullable List<Stretch> own = held.get(machine);
      if (own == null) {
        return;
      }
      final int job = part == Lanes.NOBODY ? Lanes.NOBODY : parts.whole(part).number();
      if (!own.isEmpty()) {
        final Stretch last = own.removeLast();
        if (last.job() == job) {
          own.add(last);
          return;
        }
        if (last.fromMillis() < nowMillis) {
          own.add(new Stretch(last.fromMillis(), nowMillis, last.job()));
        } else if (!own.isEmpty() && own.getLast().job() == job) {
          // It was given back and taken again at once.
          own.add(new Stretch(own.removeLast().fromMillis(), Long.MAX_VALUE, job));
          return;
        }
      }
      own.add(new Stretch(nowMillis, Long.MAX_VALUE, job));
    }

    List<Lane> lanes(long to) {
      return offered.entrySet().stream()
          .map(machine ->
              new Lane(
                  machine.getKey(),
                  stretches(
                      machine.getValue(), held.getOrDefault(machine.getKey(), List.of()), to)))
          .toList();
    }

    /** Of the time in which a machine is offered: with a job, or with nobody. */
    private static List<Stretch> stretches(List<Long> offered, List<Stretch> held, long to) {
      final List<Stretch> all = new ArrayList<>();
      for (int i = 0; i < offered.size(); i += 2) {
        final long end = offered.get(i + 1);
        long at = offered.get(i);
        for (final Stretch each : held) {
          final long from = Math.max(at, each.fromMillis());
          final long until = Math.min(Math.min(end, to), each.toMillis());
          if (each.job() != Lanes.NOBODY && from < until) {
            if (at < from) {
              all.add(new Stretch(at, from, Lanes.NOBODY));
            }
            all.add(new Stretch(from, until, each.job()));
            at = until;
          }
        }
        if (at < end) {
          all.add(new Stretch(at, end, Lanes.NOBODY));
        }
      }
      return all;
    }
  }
}
