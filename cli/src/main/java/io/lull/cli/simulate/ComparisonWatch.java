package io.lull.cli.simulate;

import io.lull.cli.text.Progress;
import io.lull.simulator.comparison.ComparisonProgress;
import io.lull.simulator.comparison.Contender;
import io.lull.simulator.comparison.PolicyFindings;
import io.lull.simulator.sharing.SavedRun;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Says how far a comparison has come, and keeps it. Any thread. */
final class ComparisonWatch implements ComparisonProgress {
  private static final int WHOLE = 100;

  private final Progress progress;
  private final Optional<SimulationState> state;
  private final int jobs;
  private final long endMillis;
  private final Map<Contender, Long> percent = new EnumMap<>(Contender.class);

  ComparisonWatch(Progress progress, Optional<SimulationState> state, int jobs, long endMillis) {
    this.progress = progress;
    this.state = state;
    this.jobs = jobs;
    this.endMillis = endMillis;
  }

  @Override
  public Optional<PolicyFindings> finished(Contender contender) {
    return state.flatMap(kept -> kept.finished(contender));
  }

  @Override
  public Optional<SavedRun> saved(Contender contender) {
    return state.flatMap(kept -> kept.saved(contender));
  }

  @Override
  public synchronized void passed(Contender contender, long nowMillis, Supplier<SavedRun> save) {
    percent.put(contender, WHOLE * nowMillis / Math.max(1, endMillis));
    progress.show(
        "simulating "
            + jobs
            + " jobs: "
            + percent.entrySet().stream()
                .map(each -> each.getKey().title() + " " + each.getValue() + " %")
                .collect(Collectors.joining(", ")));
    if (nowMillis > 0) {
      state.ifPresent(kept -> kept.passed(contender, save));
    }
  }

  @Override
  public synchronized void done(PolicyFindings findings) {
    percent.remove(findings.contender());
    state.ifPresent(kept -> kept.done(findings));
  }
}
