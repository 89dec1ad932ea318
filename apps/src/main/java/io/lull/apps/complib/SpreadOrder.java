package io.lull.apps.complib;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An order of sequences in which any part beside each other has about its share of all letters: the
 * longest first, placed by the reversed bits of their rank (J. G. van der Corput,
 * "Verteilungsfunk-tionen", 1935).
 */
final class SpreadOrder {
  /** The sequence at each place. */
  private final int[] at;

  SpreadOrder(List<Sequence> sequences) {
    final List<Integer> longestFirst =
        IntStream.range(0, sequences.size())
            .boxed()
            .sorted(Comparator.comparingInt(i -> -sequences.get(i).length()))
            .toList();
    this.at = new int[sequences.size()];
    final int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, at.length - 1));
    int next = 0;
    for (int i = 0; i < 1 << bits; i++) {
      final int place = Integer.reverse(i) >>> (Integer.SIZE - bits);
      if (place < at.length) {
        at[place] = longestFirst.get(next);
        next++;
      }
    }
  }

  int at(long place) {
    return at[(int) place];
  }
}
