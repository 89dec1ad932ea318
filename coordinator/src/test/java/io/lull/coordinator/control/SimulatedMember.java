package io.lull.coordinator.control;

import io.lull.coordinator.job.Job;
import io.lull.coordinator.job.JobSide;
import io.lull.coordinator.job.JobTerms;
import io.lull.coordinator.leadership.Leadership;
import io.lull.coordinator.store.JobNumbers;
import io.lull.coordinator.store.JobStore;
import io.lull.coordinator.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A coordinator of several: it waits for the lease, leads, and finds that it leads no more. */
final class SimulatedMember {
  private final String name;
  private final WholeGrid grid;
  private final Deque<Consumer<GridControl>> inbox = new ArrayDeque<>();
  private final List<Runnable> answers = new ArrayList<>();
  boolean up = true;
  boolean frozen;
  private @Nullable GridControl control;
  private @Nullable Leadership leadership;
  private JobNumbers numbers = new JobNumbers(0);

  SimulatedMember(String name, WholeGrid grid) {
    this.name = name;
    this.grid = grid;
  }

  /** Not null while it leads, or believes so. */
  @Nullable GridControl control() {
    return up ? control : null;
  }

  /** What arrives while it leads; a frozen one has it in its buffers. */
  void hears(SimulatedAgent.Wire wire, Consumer<GridControl> word) {
    if (control() == null) {
      return;
    }
    inbox.add(heard -> {
      wire.link.hear();
      word.accept(heard);
    });
  }

  /** A user's submission; the answer comes when the job is kept. */
  void submit(WholeGrid.Wish wish) {
    if (control() == null) {
      return;
    }
    inbox.add(leading -> {
      final JobTerms terms = wish.terms(numbers.next(), grid.clock.epochMillis());
      final Job job =
          leading
              .jobs()
              .submittedAs(terms)
              .orElseGet(() -> {
                final Job submitted = Job.submitted(terms);
                leading.jobs().add(submitted);
                return submitted;
              });
      answers.add(() -> grid.accepted(wish, job.id()));
    });
  }

  /** Whatever its thread does between two looks at the world. */
  void round(boolean tick) {
    if (!up || frozen) {
      return;
    }
    try {
      final GridControl leading = control;
      if (leading == null) {
        takeLead();
      } else {
        lead(leading, tick);
      }
    } catch (StoreException e) {
      grid.note(name + " leads no more: " + e.getMessage());
      stop();
    }
  }

  private void takeLead() {
    Leadership.take(grid.lease(), name, grid.clock, 0, false)
        .ifPresent(taken -> {
          grid.note(name + " leads with fence " + taken.fence());
          final GridControl taking = grid.control(taken.fence());
          taking.relearn();
          leadership = taken;
          control = taking;
          numbers = new JobNumbers(new JobStore(grid.shelves()).lastNumber());
        });
  }

  private void lead(GridControl leading, boolean tick) {
    while (!inbox.isEmpty()) {
      inbox.remove().accept(leading);
    }
    if (tick) {
      leading.tick();
    }
    leading.settle();
    noNodeIsInTwoJobs(leading);
    final Leadership mine = leadership;
    if (mine == null || !mine.holds()) {
      throw new StoreException("another leads");
    }
    leading.release();
    answers.forEach(Runnable::run);
    answers.clear();
  }

  private void noNodeIsInTwoJobs(GridControl leading) {
    final Set<String> taken = new HashSet<>();
    for (final Job job : leading.jobs().active()) {
      JobSide.usedNodes(job)
          .forEach(node -> grid.check(taken.add(node), node + " is in two jobs, says " + name));
    }
  }

  /** Why its jobs have not ended. */
  String explain() {
    final GridControl leading = control();
    return name
        + ": "
        + (leading == null
            ? "does not lead"
            : leading.jobs().active().stream()
                .map(job -> job.state() + " " + job.phase() + leading.explain(job))
                .toList());
  }

  /** All that it had not stored is gone, and whoever was connected notices. */
  void stop() {
    control = null;
    leadership = null;
    inbox.clear();
    answers.clear();
    grid.hangUp(this);
  }
}
