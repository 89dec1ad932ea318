package io.lull.coordinator.core.control;

import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.RefusedException.Kind;
import io.lull.coordinator.core.job.Amendment;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.view.ContractViews;
import io.lull.coordinator.core.view.DecisionViews;
import io.lull.protocol.model.Role;
import io.lull.protocol.wire.Explanation;
import io.lull.protocol.wire.NodeView;
import io.lull.scheduling.adapt.ChangeMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Commands and queries of users and administrators. Every answer is durable when it returns.
 *
 * <p>Every method throws {@link RefusedException} with one line when it refuses.
 */
public final class GridCommands {
  /** Of one user: each of them takes part in every plan. */
  static final int MAX_ACTIVE_JOBS = 2_000;

  private final ControlAccess access;

  public GridCommands(ControlAccess access) {
    this.access = access;
  }

  public Job submit(JobTerms terms) {
    return submit(List.of(terms)).getFirst();
  }

  /**
   * Takes all of them or none.
   *
   * @param wanted of one user, in the order in which they are to go
   */
  public List<Job> submit(List<JobTerms> wanted) {
    return access.ask(submission(wanted));
  }

  /** What {@link #submit} has done within a round. */
  public static Function<GridControl, List<Job>> submission(List<JobTerms> wanted) {
    return control -> {
      final List<Optional<Job>> before =
          wanted.stream().map(terms -> control.jobs().submittedAs(terms)).toList();
      final long fresh = before.stream().filter(Optional::isEmpty).count();
      final String user = wanted.getFirst().user();
      final int waiting = control.jobs().activeOf(user);
      if (fresh > 0 && waiting + fresh > MAX_ACTIVE_JOBS) {
        throw new RefusedException(
            Kind.TOO_MUCH,
            user
                + " has "
                + waiting
                + " active jobs, and the limit is "
                + MAX_ACTIVE_JOBS
                + ": wait until some end, or cancel some");
      }
      final List<Job> jobs = new ArrayList<>();
      for (int i = 0; i < wanted.size(); i++) {
        final JobTerms terms = wanted.get(i);
        jobs.add(before.get(i).orElseGet(() -> added(control, terms)));
      }
      return jobs;
    };
  }

  private static Job added(GridControl control, JobTerms terms) {
    final Job job = Job.submitted(terms);
    control.jobs().add(job);
    return job;
  }

  /** Why one of these jobs could not begin on the nodes that are connected; empty: all could. */
  public String shortage(List<Job> jobs) {
    return access.ask(control ->
        jobs.stream()
            .map(control.explanations()::shortage)
            .filter(shortage -> !shortage.isEmpty())
            .findFirst()
            .orElse(""));
  }

  /** In the order of their submission. */
  public List<Job> jobs(boolean endedToo) {
    return access.ask(control ->
        endedToo
            ? List.copyOf(control.jobs().all())
            : control.jobs().active().stream().filter(job -> !job.state().ended()).toList());
  }

  public Job job(String id) {
    return access.ask(control -> find(control, id));
  }

  /** The job, if it is the caller's own, or the caller an administrator. */
  public Job ownJob(Caller caller, String id) {
    return access.ask(control -> owned(control, caller, id));
  }

  /**
   * Whether the caller may have a program or an input with this hash: a node for a job that has a
   * worker there, a person for their own jobs.
   */
  public boolean mayFetch(Caller caller, String sha256) {
    return caller.administers()
        || access.ask(control ->
            caller.role() == Role.NODE
                ? control.jobs().active().stream()
                    .filter(job -> job.occupied().contains(caller.name()))
                    .anyMatch(job -> job.terms().files().contains(sha256))
                : control.jobs().all().stream()
                    .filter(job -> caller.isPerson(job.terms().user()))
                    .anyMatch(job -> job.terms().files().contains(sha256)));
  }

  public Job cancel(Caller caller, String id) {
    return change(caller, id, new JobEvent.Cancel(caller.name()));
  }

  /**
   * @param workers 0: as many as there are, up to the job's greatest
   * @param method add or remove, where it has to be that; empty: whichever it is
   */
  public Job resize(Caller caller, String id, int workers, String method) {
    return change(
        caller,
        id,
        new JobEvent.Resize(
            workers,
            ChangeMethod.of(method)
                .orElseThrow(() ->
                    new RefusedException(
                        Kind.WRONG, "'" + method + "' is not a method: use add or remove"))));
  }

  /** It gets no nodes until it is released; a running job is saved and suspended. */
  public Job hold(Caller caller, String id) {
    return change(caller, id, new JobEvent.Hold(caller.name()));
  }

  /** Undoes {@link #hold}; an administrator's hold can be undone by administrators alone. */
  public Job release(Caller caller, String id) {
    return access.ask(control -> {
      final Job job = owned(control, caller, id);
      if (!caller.administers() && !job.heldBy().isEmpty() && !caller.isPerson(job.heldBy())) {
        throw new RefusedException(
            Kind.NOT_ALLOWED,
            id
                + " was held by "
                + job.heldBy()
                + ", an administrator: only an administrator can release it");
      }
      return change(control, job, new JobEvent.Release());
    });
  }

  /**
   * @param amendment whose values are in their ranges
   */
  public Job amend(Caller caller, String id, Amendment amendment) {
    return access.ask(control -> {
      final Job job = owned(control, caller, id);
      final String refusal = job.refusal(amendment);
      if (!refusal.isEmpty()) {
        throw new RefusedException(Kind.UNTIMELY, refusal);
      }
      control.jobs().amend(job, amendment);
      return find(control, id);
    });
  }

  /** What would become of a job with these terms, in lines; it is not submitted. */
  public List<String> preview(JobTerms terms) {
    return access.ask(control -> control.explanations().preview(Job.submitted(terms)));
  }

  /**
   * A job's worker is to continue on another node.
   *
   * @param method migrate, nonblocking, streaming or ghost; empty: whichever is best
   */
  public Job migrate(Caller caller, String id, String from, String to, String method) {
    return access.ask(control -> {
      final Job job = owned(control, caller, id);
      node(control, from);
      final LiveNode target = node(control, to);
      if (!target.online || !target.status().getWilling() || target.record.getDrained()) {
        throw new RefusedException(
            Kind.UNTIMELY,
            to
                + " cannot take a worker now: "
                + NodePrivacy.of(NodeViews.of(target, null), caller).getReason());
      }
      final ChangeMethod how = migration(method);
      if (how == ChangeMethod.GHOST && !target.status().getGhosts()) {
        throw new RefusedException(
            Kind.UNTIMELY,
            to
                + " lets no worker wait without data now: its owner's setting ghosts is off, it"
                + " runs on battery, or its memory is nearly full; use another method");
      }
      return change(control, job, new JobEvent.Migrate(from, to, how));
    });
  }

  private static ChangeMethod migration(String method) {
    return switch (method) {
      case "" -> ChangeMethod.NONE;
      case "migrate" -> ChangeMethod.MIGRATE;
      case "nonblocking", "non-blocking" -> ChangeMethod.NON_BLOCKING;
      case "streaming" -> ChangeMethod.STREAMING;
      case "ghost" -> ChangeMethod.GHOST;
      default ->
          throw new RefusedException(
              Kind.WRONG,
              "'" + method + "' is not a method: use migrate, nonblocking, streaming or ghost");
    };
  }

  /** Shares the job's data out by how fast its workers are now. */
  public Job rebalance(Caller caller, String id) {
    return change(caller, id, new JobEvent.Rebalance());
  }

  /** All nodes, as the caller may see them. */
  public List<NodeView> nodes(Caller caller) {
    return access.ask(control ->
        control.nodes().all().stream()
            .map(node -> NodePrivacy.of(view(control, node), caller))
            .toList());
  }

  /** One node, as the caller may see it. */
  public NodeView node(Caller caller, String name) {
    return access.ask(control -> NodePrivacy.of(view(control, node(control, name)), caller));
  }

  /**
   * @param byMillis when jobs are to have left; 0: at once
   */
  public NodeView drain(Caller caller, String name, long byMillis) {
    return access.ask(control ->
        view(control, control.nodes().drain(node(control, name), byMillis, caller.name())));
  }

  public NodeView undrain(String name) {
    return access.ask(control -> view(control, control.nodes().undrain(node(control, name))));
  }

  /** Takes a node out of the grid that was revoked; its jobs go on without it. */
  public void revoke(String node, String why) {
    final boolean _ =
        access.ask(control -> {
          control.revoke(node, why);
          return true;
        });
  }

  /** Why a job waits or has what it has, and what was decided about it. */
  public Explanation explainJob(Caller caller, String id) {
    return access.ask(control -> {
      final Job job = owned(control, caller, id);
      final Explanation.Builder explanation =
          Explanation.newBuilder()
              .addAllLines(
                  job.ended()
                      ? List.of(id + " has ended: it is " + job.state().wire())
                      : control.explanations().of(job))
              .addAllDecisions(DecisionViews.of(job));
      ContractViews.of(job.targets().contract()).ifPresent(explanation::setContract);
      return explanation.build();
    });
  }

  /** Why a node does what it does, in lines. */
  public List<String> explainNode(Caller caller, String name) {
    return access.ask(control -> {
      final LiveNode node = node(control, name);
      final NodeView view = NodePrivacy.of(view(control, node), caller);
      final List<String> lines =
          new ArrayList<>(List.of(name + " is " + view.getState() + ": " + view.getReason()));
      lines.addAll(control.explanations().of(node));
      if (caller.administers()) {
        control.nodes().outlook(node).ifPresent(o -> lines.add(name + " is " + o.sentence()));
      }
      return lines;
    });
  }

  private Job change(Caller caller, String id, JobEvent wish) {
    return access.ask(control -> change(control, owned(control, caller, id), wish));
  }

  private static Job change(GridControl control, Job job, JobEvent wish) {
    final String refusal = job.refusal(wish);
    if (!refusal.isEmpty()) {
      throw new RefusedException(Kind.UNTIMELY, refusal);
    }
    control.jobs().tell(job, wish);
    return find(control, job.id());
  }

  private static Job owned(GridControl control, Caller caller, String id) {
    final Job job = find(control, id);
    if (!caller.administers() && !caller.isPerson(job.terms().user())) {
      throw new RefusedException(
          Kind.NOT_ALLOWED,
          "job "
              + id
              + " belongs to "
              + job.terms().user()
              + ": only they or an administrator may do this");
    }
    return job;
  }

  private static Job find(GridControl control, String id) {
    return control
        .jobs()
        .find(id)
        .orElseThrow(() ->
            new RefusedException(
                Kind.MISSING,
                control.jobs().dropped(id)
                    ? "job " + id + " ended long ago: its record, log and outputs were deleted"
                    : "no job is named '" + id + "' (lull jobs lists them)"));
  }

  private static LiveNode node(GridControl control, String name) {
    return control
        .nodes()
        .find(name)
        .orElseThrow(() ->
            new RefusedException(
                Kind.MISSING, "no node is named '" + name + "' (lull nodes lists them)"));
  }

  private static NodeView view(GridControl control, LiveNode node) {
    final NodeView.Builder view = NodeViews.of(node, occupant(control, node)).toBuilder();
    control
        .nodes()
        .outlook(node)
        .ifPresent(outlook -> view.setLikelyIdleSeconds(outlook.likely().toMillis() / 1000.0));
    return view.build();
  }

  private static @Nullable Job occupant(GridControl control, LiveNode node) {
    return control.jobs().active().stream()
        .filter(job -> job.occupied().contains(node.name()))
        .findFirst()
        .orElse(null);
  }
}
