package io.lull.agent.owner;

import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.NodeStatus;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** All that the judgement of a node remembers. */
public record NodeCore(
    Inputs inputs,
    LoadWindow load,
    Conditions conditions,
    SortedMap<String, Guest> guests,
    Records records,
    Verdict verdict,
    Moment last) {

  public NodeCore {
    guests = Collections.unmodifiableSortedMap(new TreeMap<>(guests));
  }

  /** A node that knows nothing yet, and therefore takes its owner to be there. */
  public static NodeCore beginning(Moment now) {
    final String unknown = "Lull has only begun to watch";
    return new NodeCore(
        Inputs.watchingSince(now.nanos()),
        LoadWindow.EMPTY,
        Conditions.NORMAL,
        new TreeMap<>(),
        Records.NONE,
        new Verdict(
            NodeState.OWNER,
            now.epochMillis(),
            new Judgement(Judgement.Kind.BLIND, unknown, unknown, null),
            null,
            unknown,
            Verdict.Foreseen.NOTHING),
        now);
  }

  public NodeState state() {
    return verdict.state();
  }

  /** A sentence, without its full stop. */
  public String reason() {
    return verdict.reason();
  }

  /** The owner is away: a worker may be started or kept. */
  public boolean willing() {
    return verdict.willing();
  }

  /** What will change if nothing happens; empty when nothing is foreseen. */
  public String nextChange() {
    return verdict.foreseen().sentence();
  }

  /** When that is, 0 when it is not known. */
  public long nextChangeEpochMillis() {
    return verdict.foreseen().atEpochMillis();
  }

  /** 0: not paused; {@link Long#MAX_VALUE}: until resumed. */
  public long pausedUntilEpochMillis() {
    return conditions.pausedUntilEpochMillis();
  }

  public boolean hasGuests() {
    return !guests.isEmpty();
  }

  Guest guest(String worker) {
    return java.util.Objects.requireNonNull(guests.get(worker));
  }

  /**
   * When the first guest that is leaving will be killed; {@link Long#MAX_VALUE}: none is leaving.
   */
  long deadlineNanos() {
    return guests.values().stream()
        .flatMapToLong(
            g -> g.leave() == null ? LongStream.empty() : LongStream.of(g.leave().deadlineNanos()))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** As the coordinator and the owner's programs are told. */
  public NodeStatus toWire() {
    final NodeStatus.Builder status =
        NodeStatus.newBuilder()
            .setState(verdict.state().wire())
            .setReason(verdict.reason())
            .setSinceEpochMillis(verdict.sinceEpochMillis())
            .setOwnerIdleMillis(Math.max(0, last.nanos() - inputs.lastInputNanos()) / 1_000_000)
            .setOwnerCpu(load.lastOwnerCpu())
            .setGuestCpu(load.lastGuestCpu())
            .setReclaims(records.reclaims().toWire())
            .setVacates(records.vacates().toWire())
            .setLostReclaims(records.lostReclaims())
            .setInputSource(inputs.describe())
            .setWilling(willing());
    final long deadline = deadlineNanos();
    if (deadline != Long.MAX_VALUE) {
      status.setGraceDeadlineEpochMillis(last.epochMillisAt(deadline));
    }
    return status.build();
  }

  NodeCore with(Inputs now) {
    return new NodeCore(now, load, conditions, guests, records, verdict, last);
  }

  NodeCore with(LoadWindow now) {
    return new NodeCore(inputs, now, conditions, guests, records, verdict, last);
  }

  NodeCore with(Conditions now) {
    return new NodeCore(inputs, load, now, guests, records, verdict, last);
  }

  NodeCore with(Records now) {
    return new NodeCore(inputs, load, conditions, guests, now, verdict, last);
  }

  NodeCore with(Verdict now) {
    return new NodeCore(inputs, load, conditions, guests, records, now, last);
  }

  NodeCore at(Moment now) {
    return new NodeCore(inputs, load, conditions, guests, records, verdict, now);
  }

  NodeCore with(String worker, Guest guest) {
    final SortedMap<String, Guest> changed = new TreeMap<>(guests);
    changed.put(worker, guest);
    return new NodeCore(inputs, load, conditions, changed, records, verdict, last);
  }

  NodeCore without(String worker) {
    final SortedMap<String, Guest> changed = new TreeMap<>(guests);
    changed.remove(worker);
    return new NodeCore(inputs, load, conditions, changed, records, verdict, last);
  }
}
