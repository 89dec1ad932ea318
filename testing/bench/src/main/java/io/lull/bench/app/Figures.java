package io.lull.bench.app;

import io.lull.bench.DemoFigures;
import io.lull.bench.StartFigures;
import io.lull.bench.adapt.AdaptFigures;
import io.lull.bench.adapt.GhostFigures;
import io.lull.bench.adapt.PredictFigures;
import io.lull.bench.adapt.RebalanceFigures;
import io.lull.bench.checkpoint.CheckpointFigures;
import io.lull.bench.checkpoint.OverheadFigures;
import io.lull.bench.checkpoint.RecoverFigures;
import io.lull.bench.cluster.ClusterFigures;
import io.lull.bench.fleet.AgentsFigures;
import io.lull.bench.fleet.FailoverFigures;
import io.lull.bench.fleet.ReplanFigures;
import io.lull.bench.forkjoin.ForkJoinFigures;
import io.lull.bench.habit.HabitFigures;
import io.lull.bench.halo.HaloFigures;
import io.lull.bench.halo.TaskFigures;
import io.lull.bench.jacobi.JacobiFigures;
import io.lull.bench.jacobi.KernelFigures;
import io.lull.bench.load.BagFigures;
import io.lull.bench.load.SubmitFigures;
import io.lull.bench.message.StormFigures;
import io.lull.bench.plan.PlanFigures;
import io.lull.bench.reclaim.Options;
import io.lull.bench.reclaim.ReclaimFigures;
import io.lull.bench.reconfigure.MigrateFigures;
import io.lull.bench.reconfigure.ReconfigureFigures;
import io.lull.bench.reconfigure.Table2Figures;
import io.lull.bench.sandbox.SandboxFigures;
import io.lull.bench.tray.TrayFigures;
import io.lull.bench.validate.ValidateFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * The figures of {@code docs/measurements.md}: started by {@code testing/bench/figures}, which says
 * how.
 */
public final class Figures {
  private static final String NAMES =
      "reclaim [OPTION…], kernel [OPTION…], jacobi [OPTION…], forkjoin [OPTION…], halo [OPTION…],"
          + " reconfigure [OPTION…], migrate [OPTION…], table2 [OPTION…], rebalance [OPTION…],"
          + " predict [OPTION…], ghost [OPTION…], adapt [OPTION…], checkpoint [OPTION…], overhead"
          + " [OPTION…], recover [OPTION…], plan [OPTION…], habits [OPTION…], bag [OPTION…],"
          + " sandbox [OPTION…], submit [OPTION…], agents [OPTION…], replan [OPTION…], failover"
          + " [OPTION…], tray [OPTION…], cluster [OPTION…], tasks [OPTION…], storm [OPTION…],"
          + " validate [OPTION…], start"
          + " [OPTION…], or demo [ROUNDS [OPTION…]]";

  private Figures() {}

  public static void main(String[] arguments) throws Exception {
    final Path launcher = Path.of(arguments[0]);
    final Path peers = Path.of(arguments[1]);
    final List<String> rest = Arrays.asList(arguments).subList(2, arguments.length);
    switch (rest.isEmpty() ? "" : rest.getFirst()) {
      case "kernel" ->
          System.exit(run(KernelFigures.USAGE, words -> KernelFigures.of(words)::print, rest));
      case "forkjoin" ->
          System.exit(
              run(ForkJoinFigures.USAGE, words -> ForkJoinFigures.of(words, peers)::print, rest));
      case "halo" ->
          System.exit(run(HaloFigures.USAGE, words -> HaloFigures.of(words)::print, rest));
      case "reconfigure" ->
          System.exit(
              run(ReconfigureFigures.USAGE, words -> ReconfigureFigures.of(words)::print, rest));
      case "migrate" ->
          System.exit(run(MigrateFigures.USAGE, words -> MigrateFigures.of(words)::print, rest));
      case "table2" ->
          System.exit(run(Table2Figures.USAGE, words -> Table2Figures.of(words)::print, rest));
      case "rebalance" ->
          System.exit(
              run(RebalanceFigures.USAGE, words -> RebalanceFigures.of(words)::print, rest));
      case "predict" ->
          System.exit(run(PredictFigures.USAGE, words -> PredictFigures.of(words)::print, rest));
      case "adapt" ->
          System.exit(run(AdaptFigures.USAGE, words -> AdaptFigures.of(words)::print, rest));
      case "ghost" ->
          System.exit(run(GhostFigures.USAGE, words -> GhostFigures.of(words)::print, rest));
      case "jacobi" ->
          System.exit(run(JacobiFigures.USAGE, words -> JacobiFigures.of(words)::print, rest));
      case "checkpoint" ->
          System.exit(
              run(CheckpointFigures.USAGE, words -> CheckpointFigures.of(words)::print, rest));
      case "overhead" ->
          System.exit(run(OverheadFigures.USAGE, words -> OverheadFigures.of(words)::print, rest));
      case "recover" ->
          System.exit(run(RecoverFigures.USAGE, words -> RecoverFigures.of(words)::print, rest));
      case "plan" ->
          System.exit(run(PlanFigures.USAGE, words -> PlanFigures.of(words)::print, rest));
      case "habits" ->
          System.exit(run(HabitFigures.USAGE, words -> HabitFigures.of(words)::print, rest));
      case "bag" -> System.exit(run(BagFigures.USAGE, words -> BagFigures.of(words)::print, rest));
      case "sandbox" ->
          System.exit(run(SandboxFigures.USAGE, words -> SandboxFigures.of(words)::print, rest));
      case "submit" ->
          System.exit(run(SubmitFigures.USAGE, words -> SubmitFigures.of(words)::print, rest));
      case "agents" ->
          System.exit(run(AgentsFigures.USAGE, words -> AgentsFigures.of(words)::print, rest));
      case "replan" ->
          System.exit(run(ReplanFigures.USAGE, words -> ReplanFigures.of(words)::print, rest));
      case "failover" ->
          System.exit(run(FailoverFigures.USAGE, words -> FailoverFigures.of(words)::print, rest));
      case "tray" ->
          System.exit(run(TrayFigures.USAGE, words -> TrayFigures.of(words)::print, rest));
      case "cluster" ->
          System.exit(run(ClusterFigures.USAGE, words -> ClusterFigures.of(words)::print, rest));
      case "tasks" ->
          System.exit(run(TaskFigures.USAGE, words -> TaskFigures.of(words)::print, rest));
      case "storm" ->
          System.exit(run(StormFigures.USAGE, words -> StormFigures.of(words)::print, rest));
      case "validate" ->
          System.exit(run(ValidateFigures.USAGE, words -> ValidateFigures.of(words)::print, rest));
      case "start" ->
          System.exit(
              run(StartFigures.USAGE, words -> StartFigures.of(words, launcher)::print, rest));
      case "demo" -> {
        final int rounds = rest.size() > 1 ? Integer.parseInt(rest.get(1)) : 3;
        DemoFigures.print(launcher, rounds, rest.subList(Math.min(2, rest.size()), rest.size()));
      }
      case "reclaim" -> System.exit(reclaim(rest.subList(1, rest.size())));
      default -> {
        System.err.println("lull bench: say which: " + NAMES);
        System.exit(2);
      }
    }
  }

  /** A bench whose options were read. */
  @FunctionalInterface
  private interface Bench {
    void print() throws Exception;
  }

  private static int run(String usage, Function<List<String>, Bench> of, List<String> nameAndWords)
      throws Exception {
    final List<String> words = nameAndWords.subList(1, nameAndWords.size());
    if (words.contains("--help") || words.contains("-h")) {
      System.out.println(usage);
      return 0;
    }
    final Bench bench;
    try {
      bench = of.apply(words);
    } catch (IllegalArgumentException e) {
      System.err.println("lull bench " + nameAndWords.getFirst() + ": " + e.getMessage());
      return 2;
    }
    bench.print();
    return 0;
  }

  private static int reclaim(List<String> words) throws IOException, InterruptedException {
    if (words.contains("--help") || words.contains("-h")) {
      System.out.println(ReclaimFigures.usage());
      return 0;
    }
    final Options options;
    try {
      options = Options.parse(words);
    } catch (IllegalArgumentException e) {
      System.err.println("lull bench reclaim: " + e.getMessage());
      return 2;
    }
    return ReclaimFigures.print(options);
  }
}
