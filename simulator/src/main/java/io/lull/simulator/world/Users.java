package io.lull.simulator.world;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.control.ControlEvent;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.coordinator.core.control.GridControl;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Who submits jobs: each request is repeated until some coordinator has answered it. */
final class Users {
  private static final Duration PATIENCE = Duration.ofMillis(700);
  private static final String USER = "ada";

  private final VirtualWorld world;
  private final SharedStore store;
  private final List<SimulatedMember> members;
  private final Map<String, String> accepted = new TreeMap<>();
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
}
