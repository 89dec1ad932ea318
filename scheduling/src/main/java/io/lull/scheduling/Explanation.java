package io.lull.scheduling;

import io.lull.protocol.text.Durations;
import io.lull.scheduling.Plan.Assignment;
import io.lull.scheduling.Precedence.Standing;
import io.lull.scheduling.habit.Outlook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Why a job waits or has what it has, and why a node does what it does: a sentence a line. */
public final class Explanation {
  /** So many other jobs are named at most. */
  private static final int MAX_NAMED = 5;

  private static final double SECONDS_AN_HOUR = 3600;

  private final ClusterSnapshot snapshot;
  private final UserShares users;
  private final Precedence precedence;
  private final Plan plan;

  private Explanation(ClusterSnapshot snapshot) {
    this.snapshot = snapshot;
    this.users = new UserShares(snapshot.jobs(), snapshot.usageNodeSeconds());
    this.precedence = new Precedence(snapshot, users);
    this.plan = SpaceSharing.plan(snapshot);
  }

  /**
   * @throws IllegalArgumentException for a job that is not in the snapshot
   */
  public static List<String> ofJob(ClusterSnapshot snapshot, String id) {
    final Explanation explanation = new Explanation(snapshot);
    return explanation.of(explanation.demand(id));
  }

  /**
   * @throws IllegalArgumentException for a node that is not in the snapshot
   */
  public static List<String> ofNode(ClusterSnapshot snapshot, String name) {
    final NodeOffer node =
        snapshot.nodes().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(name + " is not in the snapshot"));
    return new Explanation(snapshot).of(node);
  }

  private JobDemand demand(String id) {
    return snapshot.jobs().stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(id + " is not in the snapshot"));
  }

  private List<String> of(JobDemand job) {
    final List<String> lines = new ArrayList<>();
    final Assignment assignment = plan.of(job.id());
    lines.add(job.id() + (assignment.nodes().isEmpty() ? " " : ": ") + assignment.reason());
    if (!assignment.nodes().isEmpty()) {
      lines.add("it receives " + String.join(", ", assignment.nodes()));
      stay(assignment.nodes()).ifPresent(lines::add);
    }
    if (job.share().moldable()) {
      lines.add(moldable(job.share()));
    }
    lines.add(standing(job));
    final List<JobDemand> order = precedence.order(snapshot.jobs());
    final int place = order.indexOf(job);
    lines.add(
        "its place in the queue is " + (place + 1) + " of " + order.size() + ahead(job, order));
    lines.add(user(job.turn().user()));
    lines.add(nodes(job));
    return lines;
  }

  /** For how long its nodes are likely to be idle, as far as that is known. */
  private Optional<String> stay(Set<String> names) {
    final List<NodeOffer> known =
        snapshot.nodes().stream()
            .filter(node -> names.contains(node.name()) && node.likelyIdleMillis() > 0)
            .sorted(
                Comparator.comparingLong(NodeOffer::likelyIdleMillis)
                    .thenComparing(NodeOffer::name))
            .toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    final String first = likely(known.getFirst());
    final String last = likely(known.getLast());
    return Optional.of(
        known.getFirst().name()
            + " is likely to stay idle for about "
            + first
            + (known.size() == 1
                ? ""
                : first.equals(last)
                    ? ", and so are the others"
                    : ", the others longer: " + known.getLast().name() + " for about " + last));
  }

  private static String likely(NodeOffer node) {
    return Outlook.about(Duration.ofMillis(node.likelyIdleMillis()));
  }

  private static String moldable(JobDemand.Share share) {
    final String range = share.least() + " to " + share.greatest();
    return share.settled() == 0
        ? "it is moldable: it starts with "
            + range
            + " workers, according to its share then, and keeps that number"
        : "it is moldable: of "
            + range
            + " workers it started with "
            + share.settled()
            + ", its share then, and keeps that number; if one of its nodes is taken and no other"
            + " is idle, it is suspended and resumes with its share at that time";
  }

  private String standing(JobDemand job) {
    final Duration past =
        Duration.ofMillis(Math.max(0, snapshot.nowMillis() - job.turn().sinceMillis()));
    final SharingTerms terms = snapshot.terms();
    return switch (precedence.standing(job)) {
      case PROTECTED ->
          "it has had nodes for "
              + rough(past)
              + " and keeps its minimum for another "
              + rough(terms.slice().minus(past))
              + ", whoever waits";
      case RUNNING ->
          "it has had nodes for "
              + rough(past)
              + ": jobs that have waited for "
              + rough(terms.patience())
              + " come before it";
      case OVERDUE ->
          "it has waited for "
              + rough(past)
              + ", which is too long: nodes are reserved for it, and it comes before jobs"
              + " that have had nodes for "
              + rough(terms.slice());
      case WAITING ->
          "it has waited for "
              + rough(past)
              + ": after "
              + rough(terms.patience())
              + " it comes before jobs that have had nodes for "
              + rough(terms.slice());
    };
  }

  private String ahead(JobDemand job, List<JobDemand> order) {
    final int place = order.indexOf(job);
    if (place == 0) {
      return "";
    }
    final List<String> named = new ArrayList<>();
    for (final JobDemand other : order.subList(Math.max(0, place - MAX_NAMED), place)) {
      named.add(other.id() + " (" + advantage(other, job) + ")");
    }
    return ", after "
        + (place > MAX_NAMED ? (place - MAX_NAMED) + " others and " : "")
        + String.join(", ", named);
  }

  private String advantage(JobDemand other, JobDemand job) {
    if (other.turn().priority() != job.turn().priority()) {
      return "priority " + other.turn().priority();
    }
    final Standing standing = precedence.standing(other);
    if (standing != precedence.standing(job)) {
      return switch (standing) {
        case PROTECTED -> "it has just received nodes";
        case OVERDUE -> "it has waited too long";
        case RUNNING, WAITING -> "it has nodes";
      };
    }
    if (standing == Standing.OVERDUE) {
      return "it has waited longer";
    }
    return users.weight(other.turn().user()) > users.weight(job.turn().user())
        ? other.turn().user() + " has had less recently"
        : "submitted earlier";
  }

  private String user(String user) {
    final double hours = snapshot.usageNodeSeconds().getOrDefault(user, 0.0) / SECONDS_AN_HOUR;
    final double weight = users.weight(user);
    return String.format(
            Locale.ROOT,
            "%s has had %.1f node-hours recently, and is entitled to %s",
            user,
            hours,
            weight == 1 ? "the same share as others" : times(weight) + " the share of others")
        + limit(user);
  }

  private String limit(String user) {
    final String words = snapshot.terms().limits().of(user).words();
    return words.isEmpty() ? "" : ", but may have at most " + words + " at a time";
  }

  private static String times(double weight) {
    return weight > 1 ? Math.round(weight) + " times" : "1/" + Math.round(1 / weight);
  }

  private String nodes(JobDemand job) {
    final Map<String, Integer> counts = new TreeMap<>();
    for (final NodeOffer node : snapshot.nodes()) {
      counts.merge(verdict(job, node), 1, Integer::sum);
    }
    final List<String> parts = new ArrayList<>();
    counts.forEach((verdict, count) -> parts.add(count + " " + verdict));
    final int all = snapshot.nodes().size();
    return "of the grid's "
        + (all == 1 ? "1 node: " : all + " nodes: ")
        + (parts.isEmpty() ? "there are none" : String.join("; ", parts));
  }

  /** What a node is to a job, in a few words. */
  private String verdict(JobDemand job, NodeOffer node) {
    if (!node.usable()) {
      return "cannot be used (" + node.whyNot() + ")";
    }
    if (plan.of(job.id()).nodes().contains(node.name())) {
      return "assigned to it";
    }
    final String misfit = misfit(job, node);
    if (!misfit.isEmpty()) {
      return "unfit (" + misfit + ")";
    }
    return holder(node.name()).isPresent() ? "assigned to other jobs" : free(node);
  }

  private static String misfit(JobDemand job, NodeOffer node) {
    if (!node.welcomes(job.turn().user())) {
      return "jobs of " + job.turn().user() + " are not admitted there";
    }
    if (node.traits().memoryBytes() < job.needs().memoryBytes()) {
      return "too little memory";
    }
    for (final GuestFeature feature : GuestFeature.values()) {
      if (job.needs().features().contains(feature) && !node.traits().features().contains(feature)) {
        return feature.lack();
      }
    }
    if (!job.needs().requirement().admits(node.name(), node.traits())) {
      return "does not meet the requirement: " + job.needs().requirement();
    }
    return job.avoided().contains(node.name()) ? "avoided, because the job failed there" : "";
  }

  private String free(NodeOffer node) {
    return settling(node) ? "available for too short a time" : "free";
  }

  private boolean settling(NodeOffer node) {
    return node.sinceMillis() > snapshot.nowMillis() - snapshot.terms().settle().toMillis();
  }

  private Optional<String> holder(String node) {
    return plan.assignments().entrySet().stream()
        .filter(each -> each.getValue().nodes().contains(node))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private List<String> of(NodeOffer node) {
    final List<String> lines = new ArrayList<>();
    if (!node.usable()) {
      lines.add(node.name() + " is not used: " + node.whyNot());
      return lines;
    }
    final Optional<String> holder = holder(node.name());
    if (holder.isPresent()) {
      final JobDemand job = demand(holder.get());
      lines.add(
          node.name()
              + (job.present().contains(node.name()) ? " stays with " : " is assigned to ")
              + job.id()
              + ", which has "
              + plan.of(job.id()).reason());
      return lines;
    }
    lines.add(
        node.name()
            + (settling(node)
                ? " is not assigned yet: it has been available for less than "
                    + rough(snapshot.terms().settle())
                : " is free"));
    final List<JobDemand> order = precedence.order(snapshot.jobs());
    for (final JobDemand job : order.subList(0, Math.min(MAX_NAMED, order.size()))) {
      final String misfit = misfit(job, node);
      lines.add(job.id() + (misfit.isEmpty() ? " " + content(job) : " cannot use it: " + misfit));
    }
    if (order.isEmpty()) {
      lines.add("no job needs nodes");
    }
    return lines;
  }

  private String content(JobDemand job) {
    final Assignment assignment = plan.of(job.id());
    return assignment.nodes().isEmpty()
        ? assignment.reason()
        : "does not need it: it has " + assignment.reason();
  }

  /** To the second, or to the minute when it is long. */
  private static String rough(Duration duration) {
    final long seconds = Math.max(0, duration.toSeconds());
    return Durations.format(Duration.ofSeconds(seconds < 600 ? seconds : seconds / 60 * 60));
  }
}
