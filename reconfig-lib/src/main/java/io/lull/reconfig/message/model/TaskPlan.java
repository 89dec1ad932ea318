package io.lull.reconfig.message.model;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.OtherState;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.message.task.TaskUnit;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.StateUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where each task is in a configuration, and which of them are brought there by the change itself:
 * those of workers that are not in it any more, or of a checkpoint.
 *
 * @param ids of the tasks that are brought, by transfer
 * @param places of all tasks
 * @param fresh whether they begin
 * @param fromPieces whether they come from a checkpoint
 */
record TaskPlan(
    List<Part> members,
    List<StateTransfer> transfers,
    List<Long> ids,
    Map<Long, String> places,
    boolean fresh,
    boolean fromPieces)
    implements StatePlan {

  /** A worker that does not know how long a task is says so. */
  static final long LENGTH_NOT_KNOWN = 0;

  TaskPlan {
    members = List.copyOf(members);
    transfers = List.copyOf(transfers);
    ids = List.copyOf(ids);
    places = Map.copyOf(places);
  }

  static TaskPlan begin(int tasks, List<Part> next) {
    return new TaskPlan(next, List.of(), List.of(), TaskShares.begin(tasks, next), true, false);
  }

  /**
   * Tasks stay where they are, if that worker stays; all others go to the workers with the fewest.
   *
   * @throws IllegalArgumentException when a task must be brought whose worker did not expect that
   */
  static TaskPlan change(Holdings held, List<Part> next) {
    final Set<String> staying = next.stream().map(Part::worker).collect(Collectors.toSet());
    final TaskShares shares = new TaskShares(next);
    final Map<Long, String> places = new TreeMap<>();
    if (!held.fromPieces()) {
      forEach(
          held,
          (_, holder, id, _) -> {
            if (staying.contains(holder)) {
              shares.count(holder);
              places.put(id, holder);
            }
          });
    }
    final List<StateTransfer> transfers = new ArrayList<>();
    final List<Long> ids = new ArrayList<>();
    forEach(
        held,
        (rank, holder, id, bytes) -> {
          if (!places.containsKey(id)) {
            if (bytes == LENGTH_NOT_KNOWN) {
              throw new IllegalArgumentException(
                  "worker " + holder + " was not told that it leaves the job");
            }
            final String to = shares.next();
            places.put(id, to);
            transfers.add(new StateTransfer(ids.size(), rank, holder, to, bytes));
            ids.add(id);
          }
        });
    return new TaskPlan(next, transfers, ids, places, false, held.fromPieces());
  }

  private interface UnitTaker {
    void take(int rank, String holder, long id, long bytes);
  }

  private static void forEach(Holdings held, UnitTaker taker) {
    for (int rank = 0; rank < held.holders().size(); rank++) {
      for (final StateUnit unit : held.units().get(rank)) {
        taker.take(rank, held.holders().get(rank), TaskUnit.id(unit.name()), unit.bytes());
      }
    }
  }

  /** Tasks go where there is room for them: no other way would move less. */
  @Override
  public long leastBytes() {
    return movedBytes();
  }

  @Override
  public void describe(Layout.Builder layout) {
    layout.setOther(OtherState.newBuilder().setKind(MessageProvider.KIND));
  }

  long id(StateTransfer transfer) {
    return ids.get(transfer.number());
  }
}
