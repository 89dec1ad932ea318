package io.lull.apps.complib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.Parameters;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ComplibTest {
  private static final String LETTERS = "ARNDCQEGHILKMFPSTWYVBZX";

  @TempDir private Path folder;

  private Path library(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  private static Sequence sequence(String letters) {
    final byte[] codes = new byte[letters.length()];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (byte) Blosum62.code(letters.charAt(i));
    }
    return new Sequence("it", codes);
  }

  /** By the definition: of every end the best of a match, and of a gap of any length in either. */
  private static int byDefinition(Sequence query, Sequence other, GapCosts costs) {
    final int[][] ends = new int[query.length() + 1][other.length() + 1];
    int best = 0;
    for (int i = 1; i <= query.length(); i++) {
      for (int j = 1; j <= other.length(); j++) {
        int end =
            Math.max(
                0, ends[i - 1][j - 1] + Blosum62.score(query.letter(i - 1), other.letter(j - 1)));
        for (int k = 1; k <= i; k++) {
          end = Math.max(end, ends[i - k][j] - costs.open() - k * costs.extend());
        }
        for (int k = 1; k <= j; k++) {
          end = Math.max(end, ends[i][j - k] - costs.open() - k * costs.extend());
        }
        ends[i][j] = end;
        best = Math.max(best, end);
      }
    }
    return best;
  }

  @ParameterizedTest
  @CsvSource({"11, 1", "0, 1", "3, 0", "0, 0", "1000, 1000"})
  void scoresAreThoseOfTheDefinition(int open, int extend) {
    final Random random = new Random(7L * open + extend);
    final GapCosts costs = new GapCosts(open, extend);
    for (int round = 0; round < 60; round++) {
      final Sequence query = sequence(anyLetters(random, 1 + random.nextInt(40)));
      final Sequence other = sequence(anyLetters(random, 1 + random.nextInt(40)));
      assertThat(new LocalAlignment(query, costs).score(other))
          .as("gaps of %s and %s, round %s", open, extend, round)
          .isEqualTo(byDefinition(query, other, costs));
    }
  }

  private static String anyLetters(Random random, int length) {
    final StringBuilder letters = new StringBuilder();
    // Few letters, so that long parts match and gaps are worth their cost.
    IntStream.range(0, length)
        .forEach(
            _ -> letters.append(LETTERS.charAt(random.nextInt(random.nextInt(3) == 0 ? 23 : 4))));
    return letters.toString();
  }

  @Test
  void aSequenceMatchesItselfByTheSumOfItsLetters() {
    // A 4, W 11, C 9.
    assertThat(new LocalAlignment(sequence("AWC"), new GapCosts(11, 1)).score(sequence("awc")))
        .isEqualTo(24);
    assertThat(new LocalAlignment(sequence("W"), new GapCosts(11, 1)).score(sequence("A")))
        .isZero();
  }

  @Test
  void theTableHasEachPairInTheOrderOfTheFiles() throws Exception {
    final Path queries = library("q.fasta", ">one,two first", "AW", "C", ">Q2", "W");
    final Path others = library("t.fasta", ">T1 x", "A", ">T2", "AWC", ">T3", "WWWWW");
    final Path outputs = folder.resolve("outputs");
    final Map<String, String> values =
        Standalone.run(new Complib(), Map.of(), List.of(queries, others), outputs);
    assertThat(values)
        .containsEntry("pairs", "6")
        .containsEntry("cells", Integer.toString(4 * 9))
        .containsEntry("sum", Integer.toString(4 + 24 + 11 + 11 + 11))
        .containsEntry("max", "24");
    assertThat(outputs.resolve("scores.csv"))
        .hasContent("query,T1,T2,T3\n\"one,two\",4,24,11\nQ2,0,11,11\n");
  }

  @Test
  void anyPartOfTheSpreadOrderHasItsShareOfTheLetters() {
    final List<Sequence> sequences = new ArrayList<>();
    IntStream.rangeClosed(1, 203).forEach(length -> sequences.add(sequence("A".repeat(length))));
    final SpreadOrder order = new SpreadOrder(sequences);
    assertThat(IntStream.range(0, 203).map(order::at).sorted())
        .containsExactlyElementsOf(IntStream.range(0, 203).boxed().toList());
    final int all = sequences.stream().mapToInt(Sequence::length).sum();
    for (int from = 0; from + 50 <= 203; from++) {
      final int part =
          IntStream.range(from, from + 50).map(i -> sequences.get(order.at(i)).length()).sum();
      assertThat((double) part / all).isBetween(0.9 * 50 / 203, 1.1 * 50 / 203);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9})
  void theSpreadOrderHasEachSequenceOnce(int count) {
    final List<Sequence> sequences = new ArrayList<>();
    IntStream.range(0, count).forEach(_ -> sequences.add(sequence("A")));
    final SpreadOrder order = new SpreadOrder(sequences);
    assertThat(IntStream.range(0, count).map(order::at).distinct().count()).isEqualTo(count);
  }

  private void assertRefused(String message, String... lines) throws IOException {
    final Path wrong = library("wrong.fasta", lines);
    assertThatThrownBy(() -> Complib.check(new Parameters(Map.of()), List.of(wrong, wrong)))
        .hasMessage("wrong.fasta" + message);
  }

  @Test
  void aFileThatIsWrongIsRefusedWithItsLine() throws IOException {
    assertRefused(", line 1: a header, a line that starts with >, must come first", "AWC");
    assertRefused(", line 2: '1' is not the letter of an amino acid", ">P", "AW1");
    assertRefused(", line 1: this header has no name", "> ", "AW");
    assertRefused(", line 2: the sequence P before this line has no letters", ">P", ">Q", "A");
    assertRefused(" has no sequences: give a file in FASTA format", "");
    assertThatThrownBy(() -> Complib.check(new Parameters(Map.of()), List.of()))
        .hasMessageContaining("give --input QUERIES --input LIBRARY");
  }
}
