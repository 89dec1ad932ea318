package io.lull.apps.complib;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How well two amino acids match. S. Henikoff and J. G. Henikoff, "Amino acid substitution matrices
 * from protein blocks", PNAS 1992.
 */
final class Blosum62 {
  /** Of each letter with those before it, and with itself. */
  private static final String TRIANGLE =
      """
      A 4
      R -1 5
      N -2 0 6
      D -2 -2 1 6
      C 0 -3 -3 -3 9
      Q -1 1 0 0 -3 5
      E -1 0 0 2 -4 2 5
      G 0 -2 0 -1 -3 -2 -2 6
      H -2 0 1 -1 -3 0 0 -2 8
      I -1 -3 -3 -3 -1 -3 -3 -4 -3 4
      L -1 -2 -3 -4 -1 -2 -3 -4 -3 2 4
      K -1 2 0 -1 -3 1 1 -2 -1 -3 -2 5
      M -1 -1 -2 -3 -1 0 -2 -3 -2 1 2 -1 5
      F -2 -3 -3 -3 -2 -3 -3 -3 -1 0 0 -3 0 6
      P -1 -2 -2 -1 -3 -1 -1 -2 -2 -3 -3 -1 -2 -4 7
      S 1 -1 1 0 -1 0 0 0 -1 -2 -2 0 -1 -2 -1 4
      T 0 -1 0 -1 -1 -1 -1 -2 -2 -1 -1 -1 -1 -2 -1 1 5
      W -3 -3 -4 -4 -2 -2 -3 -2 -2 -3 -2 -3 -1 1 -4 -3 -2 11
      Y -2 -2 -2 -3 -2 -1 -2 -3 2 -1 -1 -2 -1 3 -3 -2 -2 2 7
      V 0 -3 -3 -3 -1 -2 -2 -3 -3 3 1 -2 1 -1 -2 -2 0 -3 -1 4
      B -2 -1 3 4 -3 0 1 -1 0 -3 -4 0 -3 -3 -2 0 -1 -4 -3 -3 4
      Z -1 0 0 1 -3 3 4 -2 0 -3 -3 1 -1 -3 -1 0 -1 -3 -2 -2 1 4
      X 0 -1 -1 -1 -2 -1 -1 -1 -1 -1 -1 -1 -1 -1 -2 0 0 -2 -1 -1 -1 -1 -1
      """;

  private static final String LETTERS = "ARNDCQEGHILKMFPSTWYVBZX";
  static final int SIZE = LETTERS.length();

  /** Of which nothing is known. */
  private static final char ANY = 'X';

  /** Rare amino acids, ambiguity of two, and the end of a translation. */
  private static final String TREATED_AS_ANY = "JOU*";

  private static final int[][] SCORES = scores();

  private Blosum62() {}

  private static int[][] scores() {
    final int[][] scores = new int[SIZE][SIZE];
    for (final String line : TRIANGLE.lines().toList()) {
      final List<String> words = Arrays.asList(line.strip().split(" "));
      final int row = LETTERS.indexOf(words.getFirst());
      for (int column = 0; column <= row; column++) {
        scores[row][column] = Integer.parseInt(words.get(column + 1));
        scores[column][row] = scores[row][column];
      }
    }
    return scores;
  }

  /** The number of a letter, upper or lower case; negative: it is none. */
  static int code(char letter) {
    final char upper = String.valueOf(letter).toUpperCase(Locale.ROOT).charAt(0);
    return LETTERS.indexOf(TREATED_AS_ANY.indexOf(upper) >= 0 ? ANY : upper);
  }

  /** Of two letters, by their numbers. */
  static int score(int one, int other) {
    return SCORES[one][other];
  }
}
