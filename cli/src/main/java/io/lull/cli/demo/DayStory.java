package io.lull.cli.demo;

import io.lull.protocol.wire.EventView;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** A machine falls idle, an owner comes back and goes again, and a machine dies. */
final class DayStory implements Story {
  private static final Duration CHANGE_LIMIT = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofSeconds(2);

  private static final int KILLED = 0;
  private static final int RETURNING = 1;

  private final int late;

  /**
   * @param nodes three at least
   */
  DayStory(int nodes) {
    this.late = nodes - 1;
  }

  @Override
  public boolean startsAtDesk(int node) {
    return node == late;
  }

  @Override
  public void play(Stage stage) throws StoryFailure, InterruptedException {
    final int all = stage.nodes().size();
    final DemoNode latecomer = stage.nodes().get(late);
    final DemoNode returning = stage.nodes().get(RETURNING);
    final DemoNode killed = stage.nodes().get(KILLED);

    stage.await("the first checkpoint", CHANGE_LIMIT, sight -> sight.generation() > 0);

    stage.say("the owner of " + latecomer.name() + " goes home");
    change(stage, () -> latecomer.atDesk(false), "the job to grow", grownTo(all));
    stage.compute(LOOK, CHANGE_LIMIT);

    stage.say("the owner of " + returning.name() + " is back and types");
    change(
        stage,
        () -> returning.atDesk(true),
        "the job to leave " + returning.name(),
        left(returning));
    stage.compute(LOOK, CHANGE_LIMIT);

    stage.say("the owner of " + returning.name() + " goes to lunch");
    change(stage, () -> returning.atDesk(false), "the job to grow again", grownTo(all));
    final long generation = stage.sight().generation();
    stage.await(
        "a checkpoint on all nodes", CHANGE_LIMIT, sight -> sight.generation() > generation);
    stage.compute(LOOK, CHANGE_LIMIT);

    stage.say(killed.name() + " is killed: its agent and its worker, with no warning");
    change(stage, () -> stage.kill(killed), "the job to recover", DayStory::recovered);
    stage.say("the story is over; the job computes on to its end");
  }

  private static void change(
      Stage stage, Runnable cause, String what, Predicate<EventView> expected)
      throws StoryFailure, InterruptedException {
    final Set<EventView> before = Set.copyOf(stage.sight().changes());
    cause.run();
    stage.await(
        what,
        CHANGE_LIMIT,
        sight -> {
          final List<EventView> changes = sight.changes();
          return changes.stream().anyMatch(e -> !before.contains(e) && expected.test(e))
              && sight.workers() > 0;
        });
  }

  private static Predicate<EventView> grownTo(int workers) {
    return event -> event.getKind().equals("grow") && event.getTo() == workers;
  }

  private static Predicate<EventView> left(DemoNode node) {
    return event ->
        event.getCause().equals("owner")
            && (event.getKind().equals("shrink") || event.getKind().equals("migrate"))
            && event.getNodesLeftList().contains(node.name());
  }

  private static boolean recovered(EventView event) {
    return event.getKind().equals("recover") && event.getCause().equals("failure");
  }
}
