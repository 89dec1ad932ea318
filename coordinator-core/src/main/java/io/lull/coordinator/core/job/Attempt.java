package io.lull.coordinator.core.job;

import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.Reconfigure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A configuration that is being prepared: the workers that prepare it, and those that have.
 *
 * @param order as it was sent to each
 * @param awaited the workers that have to be prepared: its members, and those that leave
 * @param moved what each said last of how much of its data has come
 */
public record Attempt(
    Reconfigure order,
    List<String> awaited,
    Map<String, Prepared> prepared,
    long deadlineMillis,
    Map<String, Progress> moved) {
  /** How many of how many bytes have come. */
  public record Moved(long bytes, long ofBytes) {
    public static final Moved NOTHING = new Moved(0, 0);

    public Moved plus(Moved other) {
      return new Moved(bytes + other.bytes, ofBytes + other.ofBytes);
    }
  }

  public Attempt {
    awaited = List.copyOf(awaited);
    prepared = Map.copyOf(prepared);
    moved = Map.copyOf(moved);
  }

  public Attempt(
      Reconfigure order,
      List<String> awaited,
      Map<String, Prepared> prepared,
      long deadlineMillis) {
    this(order, awaited, prepared, deadlineMillis, Map.of());
  }

  public long epoch() {
    return order.getEpoch();
  }

  public Attempt with(String worker, Prepared said) {
    if (said.getEpoch() != epoch() || !awaited.contains(worker)) {
      return this;
    }
    final Map<String, Prepared> all = new HashMap<>(prepared);
    all.put(worker, said);
    return new Attempt(order, awaited, all, deadlineMillis, moved);
  }

  /** A worker says how much it has. */
  public Attempt with(String worker, Progress said) {
    if (said.getMovingEpoch() != epoch() || !awaited.contains(worker)) {
      return this;
    }
    final Map<String, Progress> all = new HashMap<>(moved);
    all.put(worker, said);
    return new Attempt(order, awaited, prepared, deadlineMillis, all);
  }

  /**
   * Whether it starts from a safe point that is behind: with its order the epoch in force is
   * broken.
   */
  public boolean goesBack() {
    return order.getLive().getBack();
  }

  /** Whether any data may be on its way. */
  public boolean moves() {
    return !prepared.isEmpty() || !moved.isEmpty();
  }

  /** Of all workers, as far as they said. */
  public Moved movedInAll() {
    return moved.values().stream()
        .map(said -> new Moved(said.getMovedBytes(), said.getMovingBytes()))
        .reduce(Moved.NOTHING, Moved::plus);
  }

  public boolean complete() {
    return prepared.size() == awaited.size();
  }

  /** Why it cannot be; empty when nothing speaks against it yet. */
  public String obstacle() {
    Prepared first = null;
    for (final String worker : awaited) {
      final Prepared said = prepared.get(worker);
      if (said == null) {
        continue;
      }
      if (!said.getMissing().isEmpty()) {
        return said.getMissing();
      }
      if (order.hasLive() && said.getSafePoint() != order.getLive().getSafePoint()) {
        return "a worker does not stand at the safe point that was chosen";
      }
      if (first == null) {
        first = said;
      } else if (!first.getLayout().equals(said.getLayout())) {
        return "its workers did not come to the same plan";
      }
    }
    if (first == null) {
      return "";
    }
    final boolean same =
        first.getLayout().getEpoch() == epoch()
            && first.getLayout().getMembersCount() == order.getMembersCount()
            && first.getLayout().getMembersList().stream()
                .allMatch(m ->
                    order.getMembersList().stream()
                        .anyMatch(o -> o.getWorker().equals(m.getWorker())));
    return same ? "" : "its workers prepared another configuration than was ordered";
  }

  /** What all of them said, with the longest of their times and the sum of what they sent. */
  public Prepared summary() {
    final List<Prepared> inOrder =
        awaited.stream().map(prepared::get).filter(Objects::nonNull).toList();
    final Prepared.Builder all =
        inOrder.stream()
            .reduce((a, b) -> a.getTilesCount() >= b.getTilesCount() ? a : b)
            .orElseThrow()
            .toBuilder();
    all.setSentBytes(inOrder.stream().mapToLong(Prepared::getSentBytes).sum())
        .setCopiedBytes(inOrder.stream().mapToLong(Prepared::getCopiedBytes).sum())
        .setFollowingBytes(inOrder.stream().mapToLong(Prepared::getFollowingBytes).sum());
    for (final Prepared said : inOrder) {
      all.setPrepareNanos(Math.max(all.getPrepareNanos(), said.getPrepareNanos()))
          .setMoveNanos(Math.max(all.getMoveNanos(), said.getMoveNanos()))
          .setWaitNanos(Math.max(all.getWaitNanos(), said.getWaitNanos()));
    }
    return all.build();
  }
}
