package io.lull.simulator.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Makes a plan shorter as long as it fails in the same way: first it leaves out faults, wishes and
 * jobs, by delta debugging (A. Zeller and R. Hildebrandt, <i>Simplifying and Isolating
 * Failure-Inducing Input</i>, IEEE TSE 28(2), 2002), then it makes those shorter that last. The
 * outcome is minimal: without any one of its faults and jobs it holds, unless the bound of runs was
 * met.
 */
public final class FaultShrinker {
  /** Of histories that are run in search of a shorter one. */
  public static final int MOST_RUNS = 2_000;

  private static final long SHORTEST_MILLIS = 100;

  private final String kind;
  private final Function<FaultPlan, FaultOutcome> run;
  private int runs;

  private FaultShrinker(String kind, Function<FaultPlan, FaultOutcome> run) {
    this.kind = kind;
    this.run = run;
  }

  /**
   * @param failing a plan that the grid does not live through
   * @throws IllegalArgumentException if it does
   */
  public static FaultPlan shrink(FaultPlan failing) {
    return shrink(failing, FaultRun::of);
  }

  static FaultPlan shrink(FaultPlan failing, Function<FaultPlan, FaultOutcome> run) {
    if (!(run.apply(failing) instanceof FaultOutcome.Broken broken)) {
      throw new IllegalArgumentException("all holds in this history: there is nothing to shrink");
    }
    return new FaultShrinker(broken.kind(), run).shortest(failing);
  }

  private boolean fails(FaultPlan plan) {
    return runs++ < MOST_RUNS
        && run.apply(plan) instanceof FaultOutcome.Broken broken
        && broken.kind().equals(kind);
  }

  private FaultPlan shortest(FaultPlan failing) {
    FaultPlan plan = failing;
    FaultPlan before;
    do {
      before = plan;
      final FaultPlan ofFaults = plan;
      plan = plan.with(least(plan.faults(), faults -> fails(ofFaults.with(faults))));
      final FaultPlan ofWishes = plan;
      plan = plan.withWishes(least(plan.wishes(), wishes -> fails(ofWishes.withWishes(wishes))));
      final FaultPlan ofJobs = plan;
      plan = plan.withJobs(least(plan.jobs(), jobs -> fails(ofJobs.withJobs(jobs))));
      plan = shorter(plan);
    } while (!plan.equals(before) && runs < MOST_RUNS);
    return plan;
  }

  /** A subset that fails and of which no element can be left out. */
  private <T> List<T> least(List<T> all, Predicate<List<T>> fails) {
    List<T> rest = all;
    int size = Math.max(1, all.size() / 2);
    while (!rest.isEmpty()) {
      boolean shrunk = false;
      for (int from = 0; from < rest.size(); ) {
        final List<T> without = new ArrayList<>(rest.subList(0, from));
        without.addAll(rest.subList(Math.min(rest.size(), from + size), rest.size()));
        if (fails.test(without)) {
          rest = without;
          shrunk = true;
        } else {
          from += size;
        }
      }
      if (size > 1) {
        size /= 2;
      } else if (!shrunk) {
        break;
      }
    }
    return rest;
  }

  private FaultPlan shorter(FaultPlan plan) {
    FaultPlan shortest = plan;
    for (int i = 0; i < plan.faults().size(); i++) {
      boolean halved = true;
      while (halved && Math.abs(shortest.faults().get(i).lastsMillis()) > SHORTEST_MILLIS) {
        final List<Fault> faults = new ArrayList<>(shortest.faults());
        faults.set(i, faults.get(i).lasting(faults.get(i).lastsMillis() / 2));
        final FaultPlan candidate = shortest.with(faults);
        halved = fails(candidate);
        if (halved) {
          shortest = candidate;
        }
      }
    }
    return shortest;
  }
}
