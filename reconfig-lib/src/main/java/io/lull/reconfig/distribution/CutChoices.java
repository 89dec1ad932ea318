package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The cuts that can be made through one box: in every dimension the workers in the order in which
 * their data lies, parted after each; newcomers to either side; the cut as near to the edges of the
 * data as the balance lets it, or with half of the slack left to the cuts that follow.
 */
final class CutChoices {
  /**
   * A part for n workers is no longer than so many times n its breadth, unless it is cut across its
   * longest side: thin boxes would move less and exchange more at every iteration.
   */
  private static final double MOST_ELONGATED = 6;

  /** Newcomers go to the lower side in the number that fits, and so many more and fewer. */
  private static final int NUMBERS_ABOUT = 1;

  private final Bounds box;
  private final List<PartitionShare> claims;
  private final List<Cut> cuts = new ArrayList<>();
  private long steps;

  /**
   * @param claims at least two, within the box
   */
  CutChoices(Bounds box, List<PartitionShare> claims) {
    this.box = box;
    this.claims = claims;
    for (int d = 0; d < box.dimensions(); d++) {
      if (box.length(d) > 1) {
        across(d);
      }
    }
    cuts.sort(Comparator.comparingLong(Cut::promise).thenComparingDouble(Cut::uneven));
  }

  /** The most promising first. */
  List<Cut> ranked() {
    return cuts;
  }

  /** How many claims were looked at. */
  long steps() {
    return steps;
  }

  private void across(int dimension) {
    final List<PartitionShare> holders =
        claims.stream()
            .filter(claim -> !claim.isNewcomer())
            .sorted(Comparator.comparingDouble(claim -> claim.middle(dimension)))
            .toList();
    final List<PartitionShare> newcomers =
        claims.stream()
            .filter(PartitionShare::isNewcomer)
            .sorted(Comparator.comparingDouble(claim -> -claim.weight()))
            .toList();
    final long[] upperFrom = new long[holders.size() + 1];
    upperFrom[holders.size()] = box.to(dimension);
    for (int i = holders.size() - 1; i >= 0; i--) {
      upperFrom[i] = Math.min(upperFrom[i + 1], holders.get(i).from(dimension));
    }
    final double all = claims.stream().mapToDouble(PartitionShare::weight).sum();
    final double joining = newcomers.stream().mapToDouble(PartitionShare::weight).sum();
    double before = 0;
    long lowerTo = box.from(dimension);
    for (int split = 0; split <= holders.size(); split++) {
      final double middle =
          (lowerTo - box.from(dimension)) / 2.0 + (upperFrom[split] - box.from(dimension)) / 2.0;
      final double fitting =
          newcomers.isEmpty()
              ? 0
              : (all * middle / box.length(dimension) - before) / (joining / newcomers.size());
      final int most = (int) Math.clamp(Math.ceil(fitting) + NUMBERS_ABOUT, 0, newcomers.size());
      for (int joiners = (int) Math.clamp(Math.floor(fitting) - NUMBERS_ABOUT, 0, newcomers.size());
          joiners <= most;
          joiners++) {
        if (split + joiners > 0 && split + joiners < claims.size()) {
          final List<PartitionShare> lower = new ArrayList<>(holders.subList(0, split));
          lower.addAll(newcomers.subList(0, joiners));
          final List<PartitionShare> upper =
              new ArrayList<>(holders.subList(split, holders.size()));
          upper.addAll(newcomers.subList(joiners, newcomers.size()));
          between(dimension, lower, upper, lowerTo, upperFrom[split]);
        }
      }
      if (split < holders.size()) {
        before += holders.get(split).weight();
        lowerTo = Math.max(lowerTo, holders.get(split).to(dimension));
      }
    }
  }

  /**
   * @param lowerTo where the data of the lower workers ends
   * @param upperFrom where the data of the upper workers begins
   */
  private void between(
      int dimension,
      List<PartitionShare> lower,
      List<PartitionShare> upper,
      long lowerTo,
      long upperFrom) {
    final Side low = Side.of(lower);
    final Side high = Side.of(upper);
    final long start = box.from(dimension);
    final long length = box.length(dimension);
    final double cells = box.cells();
    final long breadth = box.cells() / length;
    final double share = low.weight() / (low.weight() + high.weight());
    // Each side keeps at least an element for every worker that is to share it.
    final long first = Math.ceilDiv((long) lower.size(), breadth);
    final long last = length - Math.ceilDiv((long) upper.size(), breadth);
    if (first > last) {
      return;
    }
    final long even = Math.clamp(Math.round(length * share), first, last);
    final long balancedFrom =
        (long) Math.ceil(Math.max(low.least(), cells - high.most()) / breadth);
    final long balancedTo = (long) Math.floor(Math.min(low.most(), cells - high.least()) / breadth);
    final boolean whole = balancedFrom <= balancedTo;
    final long from = whole ? Math.clamp(balancedFrom, first, last) : even;
    final long to = whole ? Math.clamp(balancedTo, first, last) : even;
    final TreeSet<Long> places = new TreeSet<>();
    for (final long edge : List.of(lowerTo - start, upperFrom - start)) {
      places.add(Math.clamp(edge, from, to));
      places.add(Math.clamp(edge, (from + even) / 2, Math.ceilDiv(to + even, 2L)));
    }
    places.add(even);
    for (final long at : places) {
      if (box.isLongest(dimension)
          || (box.part(dimension, start, start + at).elongation() <= MOST_ELONGATED * lower.size()
              && box.part(dimension, start + at, start + length).elongation()
                  <= MOST_ELONGATED * upper.size())) {
        cuts.add(cut(dimension, start + at, lower, upper, Math.abs((double) at / length - share)));
      }
    }
  }

  private Cut cut(
      int dimension,
      long at,
      List<PartitionShare> lower,
      List<PartitionShare> upper,
      double uneven) {
    steps += claims.size();
    final double below = box.cellsBelow(dimension, at);
    long lost = 0;
    final Lack low = new Lack(below);
    for (final PartitionShare claim : lower) {
      final long kept = claim.cellsBelow(dimension, at);
      lost += claim.cells() - kept;
      low.add(claim, kept);
    }
    final Lack high = new Lack(box.cells() - below);
    for (final PartitionShare claim : upper) {
      final long gone = claim.cellsBelow(dimension, at);
      lost += gone;
      high.add(claim, claim.cells() - gone);
    }
    return new Cut(dimension, at, lower, upper, lost, low.least(), high.least(), uneven);
  }

  /** What some workers are to have together. */
  private record Side(double weight, double least, double most) {
    static Side of(List<PartitionShare> claims) {
      double weight = 0;
      double least = 0;
      double most = 0;
      for (final PartitionShare claim : claims) {
        weight += claim.weight();
        least += claim.least();
        most += claim.most();
      }
      return new Side(weight, least, most);
    }
  }

  /**
   * What must be lost in a box, however it is cut: what workers hold beyond what they may have, or
   * what others lack beyond what nobody holds.
   */
  private static final class Lack {
    private double over;
    private double lacking;
    private double nobodys;

    Lack(double cells) {
      nobodys = cells;
    }

    void add(PartitionShare claim, long kept) {
      over += Math.max(0, kept - claim.most());
      lacking += Math.max(0, claim.least() - kept);
      nobodys -= kept;
    }

    long least() {
      return (long) Math.max(over, lacking - nobodys);
    }
  }
}
