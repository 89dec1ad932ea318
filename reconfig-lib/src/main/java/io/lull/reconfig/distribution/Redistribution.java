package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The transfers from one distribution of an array to another, of any kinds and numbers of workers:
 * a value that gives bytes and messages before anything moves. A pure function of its arguments:
 * every worker computes the same by itself.
 *
 * <p>There is at most one transfer for an old and a new rank, and its elements are a product of
 * index sets, so that the plan stays small also where single elements are dealt out in turn.
 *
 * @param succession which new rank is the same worker as which old one
 * @param elementBytes of one element
 * @param transfers by old rank, then by new rank; also those that stay on their worker
 */
public record Redistribution(
    Distribution from,
    Distribution to,
    Succession succession,
    int elementBytes,
    List<Transfer> transfers) {

  /**
   * What one rank gives to one other.
   *
   * @param source rank in the old distribution
   * @param target rank in the new distribution
   * @param indices never empty
   */
  public record Transfer(int source, int target, IndexSet indices) {}

  public Redistribution {
    transfers = List.copyOf(transfers);
  }

  /**
   * @throws IllegalArgumentException when the two are not of the same array, or the succession is
   *     not one between their ranks
   */
  public static Redistribution between(
      Distribution from, Distribution to, Succession succession, int elementBytes) {
    succession.check(from.size(), to.size());
    return new Redistribution(from, to, succession, elementBytes, transfers(from, to));
  }

  /** All that old and new ranks have in common. */
  static List<Transfer> transfers(Distribution from, Distribution to) {
    if (!from.extents().equals(to.extents())) {
      throw new IllegalArgumentException(
          "an array of "
              + from.extents().described()
              + " cannot become one of "
              + to.extents().described());
    }
    final List<Meetings> meetings = new ArrayList<>();
    for (int d = 0; d < from.extents().dimensions(); d++) {
      meetings.add(new Meetings(from, to, d));
    }
    final List<Transfer> transfers = new ArrayList<>();
    for (int source = 0; source < from.size(); source++) {
      for (int target = 0; target < to.size(); target++) {
        final @Nullable IndexSet common = common(meetings, source, target);
        if (common != null) {
          transfers.add(new Transfer(source, target, common));
        }
      }
    }
    return transfers;
  }

  private static @Nullable IndexSet common(List<Meetings> meetings, int source, int target) {
    final List<Runs> dimensions = new ArrayList<>(meetings.size());
    for (final Meetings each : meetings) {
      final Runs runs = each.of(source, target);
      if (runs.isEmpty()) {
        return null;
      }
      dimensions.add(runs);
    }
    return new IndexSet(dimensions);
  }

  /** Whether the elements stay with their worker. */
  public boolean stays(Transfer transfer) {
    return succession.previous(transfer.target()) == transfer.source();
  }

  public long bytes(Transfer transfer) {
    return transfer.indices().cells() * elementBytes;
  }

  /** What an old rank gives to a new one, also where both are the same worker. */
  public long bytes(int source, int target) {
    return transfers.stream()
        .filter(t -> t.source() == source && t.target() == target)
        .mapToLong(this::bytes)
        .sum();
  }

  /** What goes from one worker to another, in all. */
  public long bytesMoved() {
    return transfers.stream().filter(t -> !stays(t)).mapToLong(this::bytes).sum();
  }

  /** What an old rank's worker gives to others: its link's share of the work. */
  public long bytesSent(int source) {
    return transfers.stream()
        .filter(t -> t.source() == source && !stays(t))
        .mapToLong(this::bytes)
        .sum();
  }

  /** What a new rank's worker gets from others. */
  public long bytesReceived(int target) {
    return transfers.stream()
        .filter(t -> t.target() == target && !stays(t))
        .mapToLong(this::bytes)
        .sum();
  }

  /** How many pairs of workers have something for each other. */
  public long messages() {
    return transfers.stream().filter(t -> !stays(t)).count();
  }

  /**
   * What ranks have in common in one dimension. Many ranks own the same indices of it (a process
   * grid of 8 x 8 has 64 ranks and 8 sets of rows), so each pair of sets meets once.
   */
  private static final class Meetings {
    private final int[] sourceSet;
    private final int[] targetSet;
    private final List<Runs> sources = new ArrayList<>();
    private final List<Runs> targets = new ArrayList<>();
    private final @Nullable Runs[][] met;

    Meetings(Distribution from, Distribution to, int dimension) {
      sourceSet = sets(from, dimension, sources);
      targetSet = sets(to, dimension, targets);
      met = new @Nullable Runs[sources.size()][targets.size()];
    }

    private static int[] sets(Distribution distribution, int dimension, List<Runs> different) {
      final Map<Runs, Integer> known = new HashMap<>();
      final int[] sets = new int[distribution.size()];
      for (int rank = 0; rank < sets.length; rank++) {
        final Runs runs = distribution.owned(rank).dimensions().get(dimension);
        final @Nullable Integer set = known.putIfAbsent(runs, different.size());
        if (set == null) {
          sets[rank] = different.size();
          different.add(runs);
        } else {
          sets[rank] = set;
        }
      }
      return sets;
    }

    Runs of(int source, int target) {
      final int s = sourceSet[source];
      final int t = targetSet[target];
      @Nullable Runs common = met[s][t];
      if (common == null) {
        common = sources.get(s).intersect(targets.get(t));
        met[s][t] = common;
      }
      return common;
    }
  }
}
