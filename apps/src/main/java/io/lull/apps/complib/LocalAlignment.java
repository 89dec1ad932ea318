package io.lull.apps.complib;

import java.util.Arrays;

/**
 * The best local alignment of a query with other sequences, exactly. T. F. Smith and M. S.
 * Waterman, "Identification of common molecular subsequences", JMB 1981; with costs of gaps as in
 * O. Gotoh, "An improved algorithm for matching biological sequences", JMB 1982. Any thread.
 */
final class LocalAlignment {
  /** Less than any score, and far from an overflow. */
  private static final int NONE = Integer.MIN_VALUE / 2;

  /** By a letter of the other sequence: how well it matches each letter of the query. */
  private final int[][] profile;

  private final int extend;
  private final int openAndExtend;

  LocalAlignment(Sequence query, GapCosts costs) {
    this.extend = costs.extend();
    this.openAndExtend = costs.open() + costs.extend();
    this.profile = new int[Blosum62.SIZE][query.length()];
    for (int letter = 0; letter < profile.length; letter++) {
      for (int i = 0; i < query.length(); i++) {
        profile[letter][i] = Blosum62.score(letter, query.letter(i));
      }
    }
  }

  /** Of the best pair of parts, one of each sequence; 0 where nothing matches. */
  int score(Sequence other) {
    final int length = profile[0].length;
    // Of alignments that end with the query's letter i and the other's present one; and of those
    // that end with a gap in the query.
    final int[] ends = new int[length];
    final int[] gaps = new int[length];
    Arrays.fill(gaps, NONE);
    int best = 0;
    for (int j = 0; j < other.length(); j++) {
      final int[] match = profile[other.letter(j)];
      int diagonal = 0;
      int gapInOther = NONE;
      for (int i = 0; i < length; i++) {
        final int gap = gaps[i];
        final int end = Math.max(Math.max(0, diagonal + match[i]), Math.max(gap, gapInOther));
        diagonal = ends[i];
        ends[i] = end;
        best = Math.max(best, end);
        final int opened = end - openAndExtend;
        gaps[i] = Math.max(gap - extend, opened);
        gapInOther = Math.max(gapInOther - extend, opened);
      }
    }
    return best;
  }
}
