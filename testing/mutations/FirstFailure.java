import io.lull.simulator.fault.FaultOutcome;
import io.lull.simulator.fault.FaultPlan;
import io.lull.simulator.fault.FaultRun;
import io.lull.simulator.fault.FaultShrinker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Looks for the first seed whose history of faults the code on the class path does not live
 * through, and makes it as short as it can.
 *
 * <p>Arguments: how many seeds, from 1 on. The last line says {@code failed}, the seed, and the
 * faults, wishes and jobs of the shortest history, then what does not hold; or {@code held}.
 */
final class FirstFailure {
  private static final int BLOCK = 32;

  private FirstFailure() {}

  private record History(FaultPlan plan, FaultOutcome outcome) {}

  public static void main(String[] arguments) throws Exception {
    final int seeds = Integer.parseInt(arguments[0]);
    try (ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      for (int from = 1; from <= seeds; from += BLOCK) {
        final List<Future<History>> block = new ArrayList<>();
        for (int seed = from; seed < from + BLOCK && seed <= seeds; seed++) {
          final FaultPlan plan = FaultPlan.of(seed);
          block.add(threads.submit(() -> new History(plan, FaultRun.of(plan))));
        }
        History first = null;
        for (final Future<History> each : block) {
          final History history = each.get();
          if (first == null && history.outcome() instanceof FaultOutcome.Broken) {
            first = history;
          }
        }
        if (first != null) {
          final FaultPlan shortest = FaultShrinker.shrink(first.plan());
          System.out.printf(
              "failed %d %d %d %d %s%n",
              first.plan().seed(),
              shortest.faults().size(),
              shortest.wishes().size(),
              shortest.jobs().size(),
              ((FaultOutcome.Broken) FaultRun.of(shortest)).what().lines().findFirst().orElse(""));
          return;
        }
      }
    }
    System.out.println("held");
  }
}
