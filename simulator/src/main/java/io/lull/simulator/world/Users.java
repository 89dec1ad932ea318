package io.lull.simulator.world;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.ControlEvent;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.coordinator.core.control.GridControl;
import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.protocol.model.JobState;
import io.lull.protocol.model.Role;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Who submits jobs: each request is repeated until some coordinator has answered it. What they ask
 * of jobs then is asked once, of a coordinator that may not lead or not answer; all of that must be
 * linearizable.
 */
final class Users {
  private static final Duration PATIENCE = Duration.ofMillis(700);
  private static final String USER = "ada";
  private static final Caller ADA =
      new Caller(USER, Role.USER, ByteString.copyFromUtf8("key of ada"), "laptop");

  private final VirtualWorld world;
  private final SharedStore store;
  private final List<SimulatedMember> members;
  private final Map<String, String> accepted = new TreeMap<>();

  /** What was asked of each job, by its id. */
  private final Map<String, List<UserOperation>> operations = new TreeMap<>();

  private final Set<String> released = new HashSet<>();
  private int requests;

  Users(VirtualWorld world, SharedStore store, List<SimulatedMember> members) {
    this.world = world;
    this.store = store;
    this.members = members;
  }

  int requests() {
    return requests;
  }

  /** The ids of all jobs that some user was promised. */
  Collection<String> accepted() {
    return accepted.values();
  }

  boolean allAnswered() {
    return accepted.size() == requests;
  }

  void submit(JobSpec.Builder spec) {
    final String request = "request-" + requests++;
    ask(request, spec.setRequest(request).build(), world.chance(request));
  }

  private void ask(String request, JobSpec spec, RandomGenerator chance) {
    if (accepted.containsKey(request)) {
      return;
    }
    final SimulatedMember member = members.get(chance.nextInt(members.size()));
    final Function<GridControl, String> wish =
        control ->
            GridCommands.submission(
                    List.of(
                        new JobTerms(
                            store.nextJobNumber(),
                            USER,
                            spec,
                            DataPlane.getDefaultInstance(),
                            ByteString.EMPTY,
                            member.clock().epochMillis())))
                .apply(control)
                .getFirst()
                .id();
    member.ask(wish, new Answer(request));
    world.agenda().after(PATIENCE, () -> ask(request, spec, chance));
  }

  /** The user hears it. */
  private final class Answer implements ControlEvent.Reply<String> {
    private final String request;

    Answer(String request) {
      this.request = request;
    }

    @Override
    public void answer(String job) {
      world.note(request + " is " + job);
      final String before = accepted.put(request, job);
      world.check(before == null || before.equals(job), request + " is " + before + " and " + job);
    }

    @Override
    public void fail(RuntimeException why) {
      world.check(false, request + " failed: " + why);
    }
  }

  /**
   * A user asks for something that concerns a job, if it was accepted.
   *
   * @param job the number of its request, from 0
   */
  void ask(UserOperation.Kind kind, int job, int workers) {
    final String id = accepted.get("request-" + job);
    if (id != null) {
      final List<UserOperation> before = operations.computeIfAbsent(id, _ -> new ArrayList<>());
      if (before.size() < Linearizability.MOST_OPERATIONS) {
        final RandomGenerator chance = world.chance(id + " " + before.size());
        before.add(new UserOperation(kind, workers, now(), UserOperation.NEVER, null));
        members
            .get(chance.nextInt(members.size()))
            .ask(control -> asked(control, kind, id, workers), new Outcome(id, before.size() - 1));
      }
    }
  }

  private long now() {
    return world.agenda().nanos();
  }

  private static Job asked(GridControl control, UserOperation.Kind kind, String job, int workers) {
    final GridCommands commands = SimulatedMember.commands(control);
    return switch (kind) {
      case READ -> commands.ownJob(ADA, job);
      case RESIZE -> commands.resize(ADA, job, workers, "");
      case HOLD -> commands.hold(ADA, job);
      case RELEASE -> commands.release(ADA, job);
      case CANCEL -> commands.cancel(ADA, job);
    };
  }

  /** Whether some user wanted the job cancelled. */
  boolean cancelled(String job) {
    return operations.getOrDefault(job, List.of()).stream()
        .anyMatch(operation -> operation.kind() == UserOperation.Kind.CANCEL);
  }

  /** Jobs that somebody wanted held go on: each is released until that is answered. */
  void releaseAll() {
    operations.forEach((job, asked) -> {
      if (asked.stream().anyMatch(each -> each.kind() == UserOperation.Kind.HOLD)) {
        release(job, world.chance(job + " is released"));
      }
    });
  }

  private void release(String job, RandomGenerator chance) {
    if (released.contains(job)) {
      return;
    }
    members
        .get(chance.nextInt(members.size()))
        .ask(
            control -> asked(control, UserOperation.Kind.RELEASE, job, 1),
            new ControlEvent.Reply<>() {
              @Override
              public void answer(Job value) {
                released.add(job);
              }

              @Override
              public void fail(RuntimeException why) {
                // It is not held.
                released.add(job);
              }
            });
    world.agenda().after(PATIENCE, () -> release(job, chance));
  }

  /** Checks that what users saw can be explained. */
  void check() {
    operations.forEach((job, asked) ->
        world.check(
            Linearizability.holds(asked),
            "what users saw of a job cannot have been: " + job + " " + asked));
  }

  /** How many requests that concern jobs were answered. */
  int answered() {
    return operations.values().stream()
        .mapToInt(all ->
            (int) all.stream().filter(each -> each.answeredNanos() != UserOperation.NEVER).count())
        .sum();
  }

  /** A user hears what became of a request. */
  private final class Outcome implements ControlEvent.Reply<Job> {
    private final String job;
    private final int index;

    Outcome(String job, int index) {
      this.job = job;
      this.index = index;
    }

    @Override
    public void answer(Job value) {
      heard(
          new UserOperation.Seen(
              value.wantedCount(),
              !value.heldBy().isEmpty(),
              !value.ended()
                  ? UserOperation.End.NOT_YET
                  : value.state() == JobState.CANCELLED
                      ? UserOperation.End.CANCELLED
                      : UserOperation.End.BY_ITSELF));
    }

    @Override
    public void fail(RuntimeException why) {
      world.check(why instanceof RefusedException, job + " could not be asked about: " + why);
      heard(null);
    }

    private void heard(UserOperation.@Nullable Seen seen) {
      final List<UserOperation> all = operations.getOrDefault(job, List.of());
      final UserOperation asked = all.get(index);
      all.set(
          index,
          new UserOperation(asked.kind(), asked.workers(), asked.invokedNanos(), now(), seen));
    }
  }
}
