package io.lull.apps.complib;

import io.lull.reconfig.BadInput;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a library of sequences in FASTA's format. */
final class FastaFile {
  private static final char HEADER = '>';
  private static final int MOST_SEQUENCES = 1_000_000;
  private static final int MOST_LETTERS = 1_000_000;

  private final Path file;
  private final List<Sequence> sequences = new ArrayList<>();
  private @Nullable String name;
  private final ByteArrayOutputStream letters = new ByteArrayOutputStream();

  private FastaFile(Path file) {
    this.file = file;
  }

  /**
   * @throws BadInput with one line that says where the file is wrong
   */
  static List<Sequence> read(Path file) {
    final FastaFile reading = new FastaFile(file);
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
      int number = 1;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        reading.take(line, number);
        number++;
      }
      reading.end(number);
    } catch (IOException e) {
      throw new BadInput(file.getFileName() + " cannot be read as text: " + e.getMessage());
    }
    if (reading.sequences.isEmpty()) {
      throw new BadInput(file.getFileName() + " has no sequences: give a file in FASTA format");
    }
    return List.copyOf(reading.sequences);
  }

  private void take(String line, int number) {
    if (!line.isEmpty() && line.charAt(0) == HEADER) {
      end(number);
      name = line.substring(1).strip().split("\\s+")[0];
      if (name.isEmpty()) {
        throw wrong(number, "this header has no name");
      }
      return;
    }
    for (int i = 0; i < line.length(); i++) {
      final char letter = line.charAt(i);
      if (Character.isWhitespace(letter)) {
        continue;
      }
      if (name == null) {
        throw wrong(number, "a header, a line that starts with >, must come first");
      }
      final int code = Blosum62.code(letter);
      if (code < 0) {
        throw wrong(number, "'" + letter + "' is not the letter of an amino acid");
      }
      letters.write(code);
    }
    if (letters.size() > MOST_LETTERS) {
      throw wrong(number, "this sequence has more than " + MOST_LETTERS + " letters");
    }
  }

  /** The sequence that was being read, if there was one, is complete. */
  private void end(int number) {
    if (name == null) {
      return;
    }
    if (letters.size() == 0) {
      throw wrong(number, "the sequence " + name + " before this line has no letters");
    }
    if (sequences.size() == MOST_SEQUENCES) {
      throw wrong(number, "there are more than " + MOST_SEQUENCES + " sequences");
    }
    sequences.add(new Sequence(name, letters.toByteArray()));
    letters.reset();
    name = null;
  }

  private BadInput wrong(int number, String what) {
    return new BadInput(file.getFileName() + ", line " + number + ": " + what);
  }
}
