package io.lull.reconfig.message.model;

import io.lull.protocol.wire.PieceSection;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.message.task.TaskBytes;
import io.lull.reconfig.message.task.TaskHost;
import io.lull.reconfig.message.task.TaskUnit;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.Piece;
import io.lull.reconfig.state.ReadablePieces;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateSnapshot;
import io.lull.reconfig.state.StateSource;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.StateUnit;
import io.lull.reconfig.state.TransferReader;
import io.lull.reconfig.state.TransferTarget;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one worker as state. In a change of configuration those of workers that stay compute
 * on; only what is still on a worker that leaves stands, and is brought to another one.
 */
final class TaskState implements DistributedState {
  private final DeclaredTasks declared;
  private final TaskHost host;
  private final Map<Integer, TaskBytes.Assembly> coming = new HashMap<>();

  /** Who computes after the change to come, as it was told; null: that was not told. */
  private volatile @Nullable List<String> staying;

  /** The tasks of this worker, which stand; by id. */
  private Map<Long, TaskBytes> standing = Map.of();

  private TaskPlan present = new TaskPlan(List.of(), List.of(), List.of(), Map.of(), false, false);
  private volatile boolean placed;

  TaskState(DeclaredTasks declared, TaskHost host) {
    this.declared = declared;
    this.host = host;
  }

  /** A change may come, after which these compute. Any thread. */
  void expect(List<String> members) {
    staying = members;
  }

  /** That was committed last. */
  TaskPlan present() {
    return present;
  }

  @Override
  public boolean plansFromUnits() {
    return true;
  }

  @Override
  public StatePlan plan(Holdings held, List<Part> next) {
    return held.isEmpty() ? TaskPlan.begin(declared.count(), next) : TaskPlan.change(held, next);
  }

  @Override
  public TransferTarget prepare(StatePlan plan, String self) {
    final TaskPlan of = (TaskPlan) plan;
    coming.clear();
    for (final StateTransfer transfer : of.transfers()) {
      if (transfer.to().equals(self)) {
        coming.put(transfer.number(), new TaskBytes.Assembly(transfer.bytes()));
      }
    }
    final Map<Integer, TaskBytes.Assembly> room = Map.copyOf(coming);
    return (transfer, chunk) -> take(room.get(transfer.number()), transfer, chunk);
  }

  private static long take(
      TaskBytes.@Nullable Assembly assembly, StateTransfer transfer, ByteBuffer chunk)
      throws IOException {
    if (assembly == null) {
      throw new IOException("transfer " + transfer.number() + " is not to this worker");
    }
    return TaskUnit.take(assembly, chunk);
  }

  @Override
  public void commit(StatePlan plan, String self) {
    final TaskPlan of = (TaskPlan) plan;
    placed = of.rankOf(self) >= 0;
    if (!placed || of.fresh() || of.fromPieces()) {
      host.drop();
    }
    for (final StateTransfer transfer : of.transfers()) {
      if (transfer.from().equals(self) && !transfer.isLocal()) {
        host.give(of.id(transfer));
      }
    }
    coming.forEach(
        (number, assembly) -> host.adopt(of.ids().get(number), assembly.whole(), of.fromPieces()));
    if (of.fresh()) {
      of.places()
          .forEach((id, worker) -> {
            if (worker.equals(self)) {
              host.begin(id, declared.first(id));
            }
          });
    }
    coming.clear();
    standing = Map.of();
    staying = null;
    present = of;
  }

  @Override
  public void abandon() {
    coming.clear();
    staying = null;
    if (!standing.isEmpty()) {
      standing = Map.of();
      host.goOn();
    }
  }

  @Override
  public StateSource live() {
    return new StateSource() {
      @Override
      public List<StateUnit> units(int rank) throws IOException {
        return liveUnits();
      }

      @Override
      public TransferReader read(StatePlan plan, StateTransfer transfer) throws IOException {
        final long id = ((TaskPlan) plan).id(transfer);
        final @Nullable TaskBytes bytes = standing.get(id);
        if (bytes == null) {
          throw new IOException("task " + id + " is not on this worker");
        }
        return TaskUnit.reader(bytes);
      }
    };
  }

  private List<StateUnit> liveUnits() throws IOException {
    final @Nullable List<String> told = staying;
    if (told != null && placedIn(told)) {
      return host.ids().stream()
          .map(id -> new StateUnit(TaskUnit.name(id), TaskPlan.LENGTH_NOT_KNOWN))
          .toList();
    }
    try {
      standing = host.standStill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
    final List<StateUnit> units = new ArrayList<>();
    for (final long id : host.ids()) {
      final @Nullable TaskBytes bytes = standing.get(id);
      if (bytes == null) {
        throw new IOException(
            "task "
                + id
                + " does not come to a safe point, and its fields were too large to be copied"
                + " before");
      }
      units.add(new StateUnit(TaskUnit.name(id), bytes.length()));
    }
    return units;
  }

  private boolean placedIn(List<String> workers) {
    return present.members().stream()
        .map(Part::worker)
        .anyMatch(worker -> worker.equals(host.self()) && workers.contains(worker));
  }

  @Override
  public StateSource open(ReadablePieces pieces) {
    return new StateSource() {
      @Override
      public List<StateUnit> units(int rank) throws IOException {
        try (Piece piece = pieces.open(rank)) {
          return piece.header().getSectionsList().stream()
              .map(section -> new StateUnit(section.getName(), section.getBytes()))
              .toList();
        }
      }

      @Override
      public TransferReader read(StatePlan plan, StateTransfer transfer) throws IOException {
        return reader(pieces, transfer, TaskUnit.name(((TaskPlan) plan).id(transfer)));
      }
    };
  }

  private static TransferReader reader(ReadablePieces pieces, StateTransfer transfer, String name)
      throws IOException {
    final Piece piece = pieces.open(transfer.sourceRank());
    final int section =
        piece.header().getSectionsList().stream().map(PieceSection::getName).toList().indexOf(name);
    return new TransferReader() {
      private int next;

      @Override
      public int mostChunkBytes() {
        return Integer.BYTES + TaskBytes.BLOCK_BYTES;
      }

      @Override
      public int next(ByteBuffer out) throws IOException {
        if ((long) next * TaskBytes.BLOCK_BYTES >= transfer.bytes()) {
          return -1;
        }
        out.putInt(next);
        final ByteBuffer block = piece.block(section, next);
        final int bytes = block.remaining();
        out.put(block);
        next++;
        return bytes;
      }

      @Override
      public void close() throws IOException {
        piece.close();
      }
    };
  }

  @Override
  public CompletionStage<StateSnapshot> capture() {
    return host.capture().thenApply(TaskSnapshot::new);
  }

  @Override
  public boolean isPlaced() {
    return placed;
  }

  @Override
  public void drop() {
    placed = false;
    coming.clear();
    standing = Map.of();
    host.drop();
  }
}
