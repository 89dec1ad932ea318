package io.lull.cli.demo;

import io.lull.cli.local.GridSnapshot;
import io.lull.cli.local.LocalGridFailure;
import io.lull.cli.local.LocalNode;
import io.lull.protocol.wire.EventView;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A machine becomes idle, an owner returns and leaves again, and a machine dies. */
final class DayScenario implements DemoScenario {
  private static final Duration CHANGE_LIMIT = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofSeconds(2);

  /** On an overloaded computer, a worker may not reach a safe point within the grace period. */
  private static final int MOST_RETURNS = 3;

  private static final int KILLED = 0;
  private static final int RETURNING = 1;

  private final int late;

  /**
   * @param nodes at least three
   */
  DayScenario(int nodes) {
    this.late = nodes - 1;
  }

  @Override
  public boolean startsAtDesk(int node) {
    return node == late;
  }

  @Override
  public void play(DemoControl stage) throws LocalGridFailure, InterruptedException {
    final int all = stage.nodes().size();
    final LocalNode latecomer = stage.nodes().get(late);
    final LocalNode returning = stage.nodes().get(RETURNING);
    final LocalNode killed = stage.nodes().get(KILLED);

    stage.await("the first checkpoint", CHANGE_LIMIT, sight -> sight.generation() > 0);

    stage.say("the owner of " + latecomer.name() + " goes home");
    change(stage, () -> latecomer.atDesk(false), "the job to grow", grownTo(all));
    stage.compute(LOOK, CHANGE_LIMIT);

    for (int times = 1; !leaves(stage, returning); times++) {
      if (times == MOST_RETURNS) {
        throw new LocalGridFailure(
            "no worker reached a safe point within the grace period: this computer is too busy");
      }
      returns(stage, returning, all, "leaves again");
    }
    returns(stage, returning, all, "goes to lunch");
    final long generation = stage.sight().generation();
    stage.await(
        "a checkpoint on all nodes", CHANGE_LIMIT, sight -> sight.generation() > generation);
    stage.compute(LOOK, CHANGE_LIMIT);

    stage.say(killed.name() + " is killed without warning: its agent and its worker");
    change(stage, () -> stage.kill(killed), "the job to recover", DayScenario::recovered);
    stage.say("all events are done; the job runs to completion");
  }

  /** Whether the job left the owner's machine within the grace period. */
  private static boolean leaves(DemoControl stage, LocalNode node)
      throws LocalGridFailure, InterruptedException {
    stage.say("the owner of " + node.name() + " is back and types");
    final EventView event =
        change(stage, () -> node.atDesk(true), "the job to leave " + node.name(), left(node));
    stage.compute(LOOK, CHANGE_LIMIT);
    return !event.getKind().equals("recover");
  }

  private static void returns(DemoControl stage, LocalNode node, int workers, String why)
      throws LocalGridFailure, InterruptedException {
    stage.say("the owner of " + node.name() + " " + why);
    change(stage, () -> node.atDesk(false), "the job to grow again", grownTo(workers));
  }

  /** Triggers something and waits for the job's reaction. */
  private static EventView change(
      DemoControl stage, Runnable cause, String what, Predicate<EventView> expected)
      throws LocalGridFailure, InterruptedException {
    final Set<GridSnapshot.EventKey> before =
        stage.sight().changes().stream().map(GridSnapshot.EventKey::of).collect(Collectors.toSet());
    cause.run();
    final GridSnapshot seen =
        stage.await(
            what,
            CHANGE_LIMIT,
            sight -> answer(sight, before, expected).isPresent() && sight.workers() > 0);
    return answer(seen, before, expected).orElseThrow();
  }

  private static Optional<EventView> answer(
      GridSnapshot sight, Set<GridSnapshot.EventKey> before, Predicate<EventView> expected) {
    return sight.changes().stream()
        .filter(event -> !before.contains(GridSnapshot.EventKey.of(event)) && expected.test(event))
        .findFirst();
  }

  private static Predicate<EventView> grownTo(int workers) {
    return event -> event.getTo() == workers && event.getFrom() < workers;
  }

  private static Predicate<EventView> left(LocalNode node) {
    return event -> event.getNodesLeftList().contains(node.name());
  }

  private static boolean recovered(EventView event) {
    return event.getKind().equals("recover") && event.getCause().equals("failure");
  }
}
