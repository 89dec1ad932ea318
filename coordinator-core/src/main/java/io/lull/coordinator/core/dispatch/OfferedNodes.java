package io.lull.coordinator.core.dispatch;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobTargets;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.EventKind;
import io.lull.scheduling.adapt.Candidate;
import io.lull.scheduling.adapt.ChangeCosts;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Decision;
import io.lull.scheduling.adapt.GrowthRule;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a plan offers a job that computes, and whether that pays: the job takes nodes only as far as
 * they make it end sooner, by what changes cost on this grid and have cost this job.
 */
final class OfferedNodes {
  private final Job job;
  private final List<PlacedNode> given;
  private final SharingInputs sharing;
  private final SortedSet<String> joining = new TreeSet<>();
  private final SortedSet<String> leaving = new TreeSet<>();

  /**
   * @param given the nodes that it is to have, with their weights
   */
  OfferedNodes(Job job, List<PlacedNode> given, SharingInputs sharing) {
    this.job = job;
    this.given = given;
    this.sharing = sharing;
    given.forEach(node -> joining.add(node.name()));
    leaving.addAll(job.memberNodes());
    leaving.removeAll(joining);
    joining.removeAll(job.present());
    job.placed().nodes().forEach(node -> joining.remove(node.name()));
  }

  /** Whether there is anything to decide: the job computes, and is to have other nodes. */
  static boolean isChoice(Job job, Set<String> given) {
    if (!(job.phase() instanceof Phase.Running running)
        || running.finishing()
        || job.progress().layout().getMembersCount() == 0) {
      return false;
    }
    final Set<String> told = new TreeSet<>();
    job.placed().nodes().forEach(node -> told.add(node.name()));
    final Set<String> joining = new TreeSet<>(given);
    joining.removeAll(told);
    joining.removeAll(job.present());
    final boolean loses =
        job.memberNodes().stream().anyMatch(node -> !given.contains(node) && told.contains(node));
    return (loses || !joining.isEmpty()) && !isDecided(job, joining);
  }

  /** Whether it is a move of workers that was decided before. */
  private static boolean isDecided(Job job, Set<String> joining) {
    final List<Decision> decisions = job.history().decisions();
    return !decisions.isEmpty()
        && !decisions.getLast().carriedOut()
        && decisions.getLast().chosen() == ChangeMethod.MIGRATE
        && joining.equals(new TreeSet<>(decisions.getLast().taken()));
  }

  /**
   * @param cause of the difference to what the job has
   */
  Decision decide(EventCause cause, long nowMillis) {
    final boolean chosenByOthers =
        !leaving.isEmpty() || job.wantedCount() > 0 || !job.moves().isEmpty();
    return chosenByOthers
        ? Decision.mandatory(nowMillis, cause, why(cause), only())
        : Decision.ofGrowth(
            nowMillis, GrowthRule.choose(JobSituation.of(job, memberWeight()), joiners(), costs()));
  }

  /** Of changes, by who joins. */
  private ChangeCosts costs() {
    final ChangeCosts usual = JobSituation.costs(job, sharing.costs());
    return areGhosts() ? usual.waking() : usual;
  }

  /** Whether on all nodes that join, a worker waits. */
  private boolean areGhosts() {
    return !joining.isEmpty() && job.ghosts().containsAll(joining);
  }

  /** How many nodes it has use for after such a decision. */
  int useful(Decision decision) {
    return given.size() - joining.size() + decision.taken().size();
  }

  /** Whether all that it is offered is taken. */
  boolean takenBy(Decision decision) {
    return !leaving.isEmpty() || decision.taken().size() == joining.size();
  }

  /** Whether it was noted not long ago. */
  static boolean isNews(Job job, Decision decision) {
    final List<Decision> before = job.history().decisions();
    return before.isEmpty()
        // It is due only while its job is not about it already.
        || decision.chosen() == ChangeMethod.LOAD_BALANCE
        || before.getLast().carriedOut()
        || !before.getLast().repeats(decision)
        || decision.atMillis() - before.getLast().atMillis() >= Limits.SAME_DECISION_MILLIS;
  }

  private String why(EventCause cause) {
    return switch (cause) {
      case OWNER -> "an owner is back";
      case OPERATOR ->
          asked().equals(Optional.of(ChangeMethod.STREAMING)) && move() != ChangeMethod.STREAMING
              ? "an operator wants it so; this job's data cannot follow a change and comes with it"
              : "an operator wants it so";
      case FAILURE -> "a machine does not respond";
      case SCHEDULER, OPPORTUNITY, CONTRACT -> "the nodes are shared out anew";
    };
  }

  private Candidate only() {
    final ChangeMethod method =
        leaving.isEmpty()
            ? ChangeMethod.ADD
            : joining.isEmpty() ? ChangeMethod.REMOVE : areGhosts() ? ChangeMethod.GHOST : move();
    final double present = memberWeight();
    final double moving =
        Math.max(weight(joining) / (present + weight(joining)), 1.0 * leaving.size() / members());
    return new Candidate(
        method,
        List.copyOf(method == ChangeMethod.REMOVE ? leaving : joining),
        (method == ChangeMethod.REMOVE ? costs().agree() : costs().lead()).median(),
        Candidate.Downtime.of(
            method == ChangeMethod.STREAMING
                ? costs().followedDowntime()
                : costs().downtime(JobSituation.moving(job, kind(method), Math.min(1, moving)))),
        Optional.empty());
  }

  private static EventKind kind(ChangeMethod method) {
    return switch (method) {
      case ADD -> EventKind.GROW;
      case REMOVE -> EventKind.SHRINK;
      default -> EventKind.MIGRATE;
    };
  }

  /** As it was asked for, where the job's data can come so. */
  private ChangeMethod move() {
    return asked()
        .filter(method -> method != ChangeMethod.STREAMING || JobSituation.mayFollow(job))
        .orElse(ChangeMethod.MIGRATE);
  }

  private Optional<ChangeMethod> asked() {
    return job.pins().stream()
        .filter(pin -> leaving.contains(pin.move().from()))
        .map(JobTargets.Pin::method)
        .filter(ChangeMethod::isMove)
        .findFirst();
  }

  private int members() {
    return job.progress().layout().getMembersCount();
  }

  private List<GrowthRule.Joiner> joiners() {
    return given.stream()
        .filter(node -> joining.contains(node.name()))
        .map(node -> new GrowthRule.Joiner(node.name(), node.weight(), sharing.stay(node.name())))
        .toList();
  }

  private double memberWeight() {
    final double all = weight(job.memberNodes());
    return all > 0 ? all : members();
  }

  private double weight(Collection<String> nodes) {
    return given.stream()
        .filter(node -> nodes.contains(node.name()))
        .mapToDouble(PlacedNode::weight)
        .sum();
  }
}
