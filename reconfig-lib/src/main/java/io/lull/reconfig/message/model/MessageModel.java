package io.lull.reconfig.message.model;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.MessageProgramState;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.protocol.wire.TaskStatus;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.message.MessageProgram;
import io.lull.reconfig.message.Task;
import io.lull.reconfig.message.task.ObjectCodec;
import io.lull.reconfig.message.task.TaskCodec;
import io.lull.reconfig.message.task.TaskHost;
import io.lull.reconfig.message.task.TaskMembers;
import io.lull.reconfig.model.Configuration;
import io.lull.reconfig.model.CoupledModel;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ProgramProgress;
import io.lull.reconfig.model.ProgramResults;
import io.lull.reconfig.model.SafePoints;
import io.lull.reconfig.state.DistributedState;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A message program. Its own thread computes nothing: it stands while the tasks compute on theirs,
 * so that changes and checkpoints find the worker at any safe point that they ask for.
 */
public final class MessageModel implements CoupledModel {
  private final MessageProgram program;
  private final ModelContext context;
  private final boolean balances;
  private final Clock clock;
  private final DeclaredTasks declared;
  private @Nullable TaskHost host;
  private @Nullable TaskState state;
  private volatile @Nullable Configuration present;
  private volatile @Nullable SafePoints points;
  private long incarnation;

  /**
   * @param balances whether tasks move to workers that have less to do
   */
  public MessageModel(MessageProgram program, ModelContext context, boolean balances, Clock clock) {
    this.program = program;
    this.context = context;
    this.balances = balances;
    this.clock = clock;
    this.declared = new DeclaredTasks(context.input());
  }

  @Override
  public void declare() throws IOException {
    program.declare(declared);
    declared.declared();
    final TaskHost tasks =
        new TaskHost(
            declared.count(),
            new TaskCodec(new ObjectCodec(declared.registered())),
            context.units(),
            clock,
            this::wake);
    tasks.register(context.channels());
    if (balances) {
      tasks.balance();
    }
    host = tasks;
    state = new TaskState(declared, tasks);
  }

  private TaskHost host() {
    return Objects.requireNonNull(host, "the program is declared");
  }

  private TaskState tasks() {
    return Objects.requireNonNull(state, "the program is declared");
  }

  @Override
  public DistributedState state() {
    return tasks();
  }

  private void wake() {
    final @Nullable SafePoints standing = points;
    if (standing != null) {
      standing.wake();
    }
  }

  @Override
  public void enter(Configuration now, Entry entry) {
    if (entry != Entry.MOVED) {
      incarnation = now.workers().epoch();
    }
    final TaskPlan plan = tasks().present();
    final TaskMembers members =
        new TaskMembers(now.self(), now.links(), weight(plan, now.self()), incarnation);
    present = now;
    host().enter(members, plan.places(), now.workers().epoch());
    final Map<Long, String> own = new HashMap<>();
    TaskShares.moves(plan.places(), plan.members())
        .forEach((id, to) -> {
          if (now.self().equals(plan.places().get(id))) {
            own.put(id, to);
          }
        });
    host().move(own);
  }

  private static double weight(TaskPlan plan, String self) {
    return plan.members().stream()
        .filter(part -> part.worker().equals(self))
        .mapToDouble(Part::weight)
        .findFirst()
        .orElse(1);
  }

  @Override
  public void run(SafePoints safePoints) throws InterruptedException {
    points = safePoints;
    while (host().failure().isEmpty() && !host().haveAllEnded()) {
      safePoints.pause();
    }
    host().failure().ifPresent(MessageModel::rethrow);
    safePoints.reached(true, () -> {});
  }

  private static void rethrow(TaskHost.Failure failure) {
    switch (failure.cause()) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default ->
          throw new IllegalStateException("task " + failure.task() + " failed", failure.cause());
    }
  }

  @Override
  public CompletionStage<Void> meeting(List<String> members) {
    tasks().expect(members);
    final @Nullable Configuration now = present;
    if (now == null || members.contains(now.self())) {
      host().stay();
      return CompletableFuture.completedStage(null);
    }
    return host().leaveFor(members.stream().filter(now.links()::containsKey).toList());
  }

  @Override
  public ProgramResults finish() throws IOException {
    final RootResults results = new RootResults(context.input().outputs());
    final Optional<Task> root = host().root();
    if (root.isPresent()) {
      root.get().finish(results);
    }
    return results.completion(root.isPresent());
  }

  @Override
  public ProgramProgress progress() {
    final @Nullable TaskHost tasks = host;
    return new ProgramProgress(tasks == null ? 0 : tasks.iterations(), declared.iterations());
  }

  @Override
  public List<TaskStatus> tasks(int most) {
    final @Nullable TaskHost tasks = host;
    return tasks == null ? List.of() : tasks.statuses(most);
  }

  @Override
  public void save(ReplicatedState.Builder to) {
    to.setModelState(
        MessageProgramState.newBuilder()
            .setIncarnation(incarnation)
            .setCaptures(host().captures())
            .build()
            .toByteString());
  }

  @Override
  public void load(ReplicatedState from) {
    try {
      final MessageProgramState kept = MessageProgramState.parseFrom(from.getModelState());
      incarnation = kept.getIncarnation();
      host().setCaptures(kept.getCaptures());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("the program's state cannot be read", e);
    }
  }

  @Override
  public void reset() {
    host().setCaptures(0);
  }

  @Override
  public void close() {
    final @Nullable TaskHost tasks = host;
    if (tasks != null) {
      tasks.close();
    }
  }
}
