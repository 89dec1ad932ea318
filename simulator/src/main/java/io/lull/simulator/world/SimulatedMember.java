package io.lull.simulator.world;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.ControlAccess;
import io.lull.coordinator.core.control.ControlEvent;
import io.lull.coordinator.core.control.ControlRound;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.coordinator.core.control.GridControl;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.leadership.LeaseTerm;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.StoreException;
import io.lull.protocol.model.Role;
import io.lull.simulator.job.SimulatedJob;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A coordinator of several: it waits for the lease, leads, and finds that it leads no more. */
final class SimulatedMember {
  private static final Caller WATCHER = new Caller("watcher", Role.ADMIN, ByteString.EMPTY, "");

  private final String name;
  private final SimulatedGrid grid;
  private final Deque<Heard> inbox = new ArrayDeque<>();
  boolean up = true;
  boolean frozen;
  private @Nullable ControlRound round;
  private boolean unfinished;
  private long lastNumber;

  SimulatedMember(String name, SimulatedGrid grid) {
    this.name = name;
    this.grid = grid;
  }

  /** What has arrived, and whose sign of life that is. */
  private record Heard(Runnable sign, ControlEvent event) {}

  /** Whether it leads, or believes so. */
  boolean leads() {
    return up && round != null;
  }

  /** What arrives while it leads; a frozen one has it in its buffers. */
  void hears(SimulatedAgent.Wire wire, ControlEvent event) {
    if (leads()) {
      inbox.add(new Heard(wire.session::hear, event));
    }
  }

  /** A user's submission; the answer comes when the job is kept. */
  void submit(SimulatedGrid.Wish wish) {
    if (!leads()) {
      return;
    }
    final JobTerms terms = wish.terms(++lastNumber, grid.clock.epochMillis());
    final Function<GridControl, String> request =
        leading -> GridCommands.submission(List.of(terms)).apply(leading).getFirst().id();
    inbox.add(new Heard(() -> {}, new ControlEvent.Asked<>(request, new Answer(wish))));
  }

  /** The user hears it. */
  private final class Answer implements ControlEvent.Reply<String> {
    private final SimulatedGrid.Wish wish;

    Answer(SimulatedGrid.Wish wish) {
      this.wish = wish;
    }

    @Override
    public void answer(String job) {
      grid.accepted(wish, job);
    }

    @Override
    public void fail(RuntimeException why) {
      grid.check(false, wish + " failed: " + why);
    }
  }

  /** Whatever its thread does between two looks at the world. */
  void round() {
    if (!up || frozen) {
      return;
    }
    final ControlRound leading = round;
    if (leading == null) {
      takeLead();
      return;
    }
    final ControlRound.Outcome outcome;
    if (unfinished) {
      outcome = leading.resume();
    } else {
      final List<ControlEvent> batch = new ArrayList<>();
      while (!inbox.isEmpty()) {
        final Heard heard = inbox.remove();
        heard.sign().run();
        batch.add(heard.event());
      }
      outcome = leading.run(batch);
    }
    noNodeIsInTwoJobs(leading.grid());
    switch (outcome) {
      case ControlRound.Outcome.Done() -> unfinished = false;
      case ControlRound.Outcome.Retry(_, var why) -> {
        grid.note(name + " waits for the store: " + why);
        unfinished = true;
      }
      case ControlRound.Outcome.Stop(var halt, _) -> {
        grid.note(name + " leads no more: " + halt.why());
        stop();
      }
    }
  }

  /** A lease that is renewed when it is in doubt. */
  private final class Held implements LeaderLease {
    private LeaseTerm term;

    Held(LeaseTerm taken) {
      this.term = taken;
    }

    @Override
    public long fence() {
      return term.fence();
    }

    @Override
    public boolean holds() {
      if (term.inDoubt(grid.clock.nanos())) {
        term = term.renewed(grid.lease(), grid.clock.nanos());
      }
      return !term.lost();
    }

    @Override
    public boolean contested() {
      return !term.sole();
    }
  }

  private void takeLead() {
    final Optional<LeaseTerm> taken;
    try {
      taken = LeaseTerm.take(grid.lease(), name, grid.clock.nanos(), 0, false);
    } catch (StoreException e) {
      grid.note(name + " cannot lead yet: " + e.getMessage());
      return;
    }
    taken.ifPresent(lease -> {
      grid.note(name + " leads with fence " + lease.fence());
      final ControlRound leading = grid.round(new Held(lease));
      leading.begin();
      round = leading;
      unfinished = false;
      lastNumber = new JobStore(grid.maps()).lastNumber();
    });
  }

  private void noNodeIsInTwoJobs(GridControl leading) {
    final Set<String> taken = new HashSet<>();
    for (final Job job : commands(leading).jobs(true)) {
      SimulatedJob.usedNodes(job)
          .forEach(node -> grid.check(taken.add(node), node + " is in two jobs, says " + name));
    }
  }

  /** Why its jobs have not ended. */
  String explain() {
    final ControlRound leading = round;
    return name
        + ": "
        + (leading == null
            ? "does not lead"
            : commands(leading.grid()).jobs(false).stream()
                .map(job ->
                    job.state()
                        + " "
                        + job.phase()
                        + commands(leading.grid()).explainJob(WATCHER, job.id()))
                .toList());
  }

  /** Looks at a grid between two rounds. */
  private static GridCommands commands(GridControl leading) {
    return new GridCommands(
        new ControlAccess() {
          @Override
          public <T> T ask(Function<GridControl, T> request) {
            return request.apply(leading);
          }
        });
  }

  /** All that it had not stored is gone, and whoever was connected notices. */
  void stop() {
    round = null;
    inbox.clear();
    grid.hangUp(this);
  }
}
