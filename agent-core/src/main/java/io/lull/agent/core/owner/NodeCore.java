package io.lull.agent.core.owner;

import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OwnerEngagement;
import io.lull.protocol.wire.OwnerSession;
import io.lull.protocol.wire.SourceHealth;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** The whole state of a node's decisions. */
public record NodeCore(
    Inputs inputs,
    ShareWindow load,
    Conditions conditions,
    LimitHysteresis latches,
    SortedMap<String, GuestState> guests,
    Records records,
    Verdict verdict,
    Moment last) {

  public NodeCore {
    guests = Collections.unmodifiableSortedMap(new TreeMap<>(guests));
  }

  /** The initial state: nothing is known, so the owner counts as present. */
  public static NodeCore beginning(Moment now) {
    final String unknown = "Lull has just started to watch";
    return new NodeCore(
        Inputs.watchingSince(now.nanos()),
        ShareWindow.EMPTY,
        Conditions.NORMAL,
        LimitHysteresis.OPEN,
        new TreeMap<>(),
        Records.NONE,
        new Verdict(
            NodeState.OWNER,
            now.epochMillis(),
            new Judgement(Judgement.Kind.BLIND, unknown, unknown, null),
            false,
            false,
            null,
            unknown,
            Verdict.Foreseen.NOTHING,
            ""),
        now);
  }

  public NodeState state() {
    return verdict.state();
  }

  /** A sentence, without its full stop. */
  public String reason() {
    return verdict.reason();
  }

  /** The owner is away: a worker may start or stay. */
  public boolean willing() {
    return verdict.willing();
  }

  /** What will change if nothing happens; empty: nothing is foreseen. */
  public String nextChange() {
    return verdict.foreseen().sentence();
  }

  /** When it will change; 0: not known. */
  public long nextChangeEpochMillis() {
    return verdict.foreseen().atEpochMillis();
  }

  /** Why guests may run or not, as reported to the owner's programs. */
  public String kind() {
    return verdict.judgement().kind().wire();
  }

  /** The kind of {@link #nextChange}, as reported to the owner's programs. */
  public String nextKind() {
    return verdict.foreseen().kind();
  }

  /** The profile that begins or ends then; empty: none. */
  public String nextProfile() {
    return verdict.foreseen().profile();
  }

  /** The running program that wants the computer to itself; empty: none. */
  public String exclusiveProgram() {
    return conditions.exclusiveProgram();
  }

  /** 0: not paused; {@link Long#MAX_VALUE}: until resumed. */
  public long pausedUntilEpochMillis() {
    return conditions.pause().begunUntilEpochMillis();
  }

  /** A pause begins once the present guests have ended. */
  public boolean pausesAfterGuests() {
    return conditions.pause().afterGuests();
  }

  /** The profile in force; empty: none. */
  public String profile() {
    return verdict.profile();
  }

  /** Who is logged in, and which sources see them. */
  public List<OwnerSession> sessions() {
    return inputs.sight().sessions().values().stream()
        .map(session ->
            OwnerSession.newBuilder()
                .setId(session.id())
                .setUser(session.user())
                .setKind(session.kind().name().toLowerCase(Locale.ROOT))
                .setSeat(session.seat())
                .setRemote(session.remote())
                .setLocked(inputs.locked(session))
                .addAllSeenBy(inputs.sight().seenBy(session))
                .build())
        .toList();
  }

  /**
   * The sources of input, by name.
   *
   * @param lastInputEpochMillis by source, for those that have reported input
   */
  public List<SourceHealth> sourceHealth(Map<String, Long> lastInputEpochMillis) {
    return inputs.sources().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(source ->
            SourceHealth.newBuilder()
                .setName(source.getKey())
                .setWorking(source.getValue().working())
                .setDetail(source.getValue().detail())
                .setLastInputEpochMillis(lastInputEpochMillis.getOrDefault(source.getKey(), 0L))
                .build())
        .toList();
  }

  /** The guests that must leave. */
  public List<String> leaving() {
    return guests.entrySet().stream()
        .filter(guest -> guest.getValue().leave() != null)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** What keeps the owner busy, including what the settings ignore. */
  public List<OwnerEngagement> engagements() {
    return inputs.engagements().stream()
        .map(each ->
            OwnerEngagement.newBuilder()
                .setHow(each.how().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .setBy(each.by())
                .setSource(each.source())
                .build())
        .toList();
  }

  /** Whether a worker waits here without data, and none computes. */
  public boolean ghostWaits() {
    return verdict.state() == NodeState.CLAIMED
        && guests.values().stream().anyMatch(guest -> guest.phase() == GuestState.Phase.WAITING);
  }

  public boolean hasGuests() {
    return !guests.isEmpty();
  }

  GuestState guest(String worker) {
    return java.util.Objects.requireNonNull(guests.get(worker));
  }

  /** When the first leaving guest will be killed; {@link Long#MAX_VALUE}: none is leaving. */
  long deadlineNanos() {
    return guests.values().stream()
        .flatMapToLong(
            g -> g.leave() == null ? LongStream.empty() : LongStream.of(g.leave().deadlineNanos()))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** When the next step is due if nothing happens; {@link Long#MAX_VALUE}: none is known. */
  long nextDueNanos() {
    long due = Long.MAX_VALUE;
    for (final GuestState guest : guests.values()) {
      final GuestState.Leave leave = guest.leave();
      if (leave != null && !leave.killed()) {
        due = earlier(due, leave.deadlineNanos());
        if (!guest.frozen() && !guest.asked()) {
          due = earlier(due, leave.freezeNanos());
        }
      }
    }
    final SmallPointerMove knock = inputs.knock();
    return knock == null ? due : earlier(due, knock.endNanos());
  }

  private static long earlier(long due, long nanos) {
    return due == Long.MAX_VALUE || nanos - due < 0 ? nanos : due;
  }

  /** As reported to the coordinator and the owner's programs. */
  public NodeStatus toWire() {
    final NodeStatus.Builder status =
        NodeStatus.newBuilder()
            .setState(verdict.state().wire())
            .setReason(verdict.reason())
            .setSinceEpochMillis(verdict.sinceEpochMillis())
            .setOwnerIdleMillis(Math.max(0, last.nanos() - inputs.lastInputNanos()) / 1_000_000)
            .setOwnerCpu(load.lastOwner())
            .setGuestCpu(load.lastGuest())
            .setReclaims(records.reclaims().toWire())
            .setVacates(records.vacates().toWire())
            .setLostReclaims(records.lostReclaims())
            .setInputSource(inputs.sight().describe())
            .setWilling(willing())
            .setGhosts(verdict.ghosts());
    final long deadline = deadlineNanos();
    if (deadline != Long.MAX_VALUE) {
      status
          .setGraceDeadlineEpochMillis(last.epochMillisAt(deadline))
          .setGraceLeftMillis(Math.max(1, (deadline - last.nanos()) / 1_000_000));
    }
    return status.build();
  }

  NodeCore with(Inputs now) {
    return new NodeCore(now, load, conditions, latches, guests, records, verdict, last);
  }

  NodeCore with(ShareWindow now) {
    return new NodeCore(inputs, now, conditions, latches, guests, records, verdict, last);
  }

  NodeCore with(Conditions now) {
    return new NodeCore(inputs, load, now, latches, guests, records, verdict, last);
  }

  NodeCore with(LimitHysteresis now) {
    return new NodeCore(inputs, load, conditions, now, guests, records, verdict, last);
  }

  NodeCore with(Records now) {
    return new NodeCore(inputs, load, conditions, latches, guests, now, verdict, last);
  }

  NodeCore with(Verdict now) {
    return new NodeCore(inputs, load, conditions, latches, guests, records, now, last);
  }

  NodeCore at(Moment now) {
    return new NodeCore(inputs, load, conditions, latches, guests, records, verdict, now);
  }

  NodeCore with(String worker, GuestState guest) {
    final SortedMap<String, GuestState> changed = new TreeMap<>(guests);
    changed.put(worker, guest);
    return new NodeCore(inputs, load, conditions, latches, changed, records, verdict, last);
  }

  NodeCore without(String worker) {
    final SortedMap<String, GuestState> changed = new TreeMap<>(guests);
    changed.remove(worker);
    return new NodeCore(inputs, load, conditions, latches, changed, records, verdict, last);
  }
}
