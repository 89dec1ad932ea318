package io.lull.coordinator.core.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.records.NodeDayRecord;
import io.lull.protocol.records.StateHoursRecord;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** For how long a node was in which state in each hour of a day, in UTC. */
public final class NodeDay {
  public static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();
  public static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
  private static final int HOURS = 24;

  private final Map<NodeState, long[]> millis;

  private NodeDay(Map<NodeState, long[]> millis) {
    this.millis = millis;
  }

  /** The beginning of the day of a moment. */
  public static long dayOf(long atMillis) {
    return Math.floorDiv(atMillis, DAY_MILLIS) * DAY_MILLIS;
  }

  /**
   * @param dayMillis its beginning
   * @param changes of one node within it, oldest first; before the first, nothing is known
   */
  public static NodeDay of(long dayMillis, List<Change> changes) {
    final Map<NodeState, long[]> millis = new EnumMap<>(NodeState.class);
    for (int c = 0; c < changes.size(); c++) {
      final long until =
          c + 1 < changes.size() ? changes.get(c + 1).atMillis() : dayMillis + DAY_MILLIS;
      final long[] hours = millis.computeIfAbsent(changes.get(c).state(), _ -> new long[HOURS]);
      for (long at = changes.get(c).atMillis(); at < until; ) {
        final int hour = (int) ((at - dayMillis) / HOUR_MILLIS);
        final long end = Math.min(until, dayMillis + (hour + 1) * HOUR_MILLIS);
        hours[hour] += end - at;
        at = end;
      }
    }
    return new NodeDay(millis);
  }

  /** An hour of the day, by its beginning, and for how long of it the node was in a state. */
  @FunctionalInterface
  public interface Hour {
    void was(long hourMillis, NodeState state, long millis);
  }

  /** Every hour with something in it, in no order. */
  public void forEachHour(long dayMillis, Hour hour) {
    millis.forEach((state, ofHours) -> {
      for (int h = 0; h < HOURS; h++) {
        if (ofHours[h] > 0) {
          hour.was(dayMillis + h * HOUR_MILLIS, state, ofHours[h]);
        }
      }
    });
  }

  /** Adds all hours to those of other nodes, by the hours' beginnings. */
  public void addTo(Map<Long, Map<NodeState, Long>> hours, long dayMillis) {
    forEachHour(
        dayMillis,
        (hour, state, ofNode) ->
            hours
                .computeIfAbsent(hour, _ -> new EnumMap<>(NodeState.class))
                .merge(state, ofNode, Long::sum));
  }

  public byte[] toBytes() {
    final NodeDayRecord.Builder day = NodeDayRecord.newBuilder();
    millis.forEach((state, ofHours) -> {
      final StateHoursRecord.Builder hours = StateHoursRecord.newBuilder().setState(state.wire());
      int whole = 0;
      int part = 0;
      for (int h = 0; h < HOURS; h++) {
        if (ofHours[h] == HOUR_MILLIS) {
          whole |= 1 << h;
        } else if (ofHours[h] > 0) {
          part |= 1 << h;
          hours.addPartMillis(ofHours[h]);
        }
      }
      day.addStates(hours.setWholeHours(whole).setPartHours(part));
    });
    return day.build().toByteArray();
  }

  /**
   * @throws StoreException when it is none
   */
  public static NodeDay fromBytes(byte[] bytes) {
    final NodeDayRecord day;
    try {
      day = NodeDayRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("a day of a node's history cannot be read", e);
    }
    final Map<NodeState, long[]> millis = new EnumMap<>(NodeState.class);
    for (final StateHoursRecord hours : day.getStatesList()) {
      final long[] ofHours = new long[HOURS];
      int next = 0;
      for (int h = 0; h < HOURS; h++) {
        if ((hours.getWholeHours() & 1 << h) != 0) {
          ofHours[h] = HOUR_MILLIS;
        } else if ((hours.getPartHours() & 1 << h) != 0 && next < hours.getPartMillisCount()) {
          ofHours[h] = hours.getPartMillis(next++);
        }
      }
      millis.put(NodeState.of(hours.getState()), ofHours);
    }
    return new NodeDay(millis);
  }
}
