package io.lull.reconfig.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Looks for pieces on this computer's disks.
 *
 * @param pieces whose headers are whole
 * @param damaged files that should be pieces and are not
 */
public record PieceSearch(List<KeptPiece> pieces, List<Damage> damaged) {
  /** An agent's folder has jobs, a job has pieces; a few levels around that are looked through. */
  private static final int MAX_DEPTH = 8;

  /** More files than any office keeps for its jobs. */
  private static final int MAX_FILES = 100_000;

  private static final String ENDING = ".piece";

  public PieceSearch {
    pieces = List.copyOf(pieces);
    damaged = List.copyOf(damaged);
  }

  /**
   * A file that cannot be used.
   *
   * @param why one sentence
   */
  public record Damage(Path file, String why) {}

  /**
   * @param places folders, which are looked through, or files, which are taken for pieces
   * @throws IOException when one of them cannot be read
   */
  public static PieceSearch in(List<Path> places) throws IOException {
    final List<Path> files = new ArrayList<>();
    for (final Path place : places) {
      if (Files.isDirectory(place)) {
        files.addAll(below(place, ENDING));
      } else {
        files.add(place);
      }
    }
    final List<KeptPiece> pieces = new ArrayList<>();
    final List<Damage> damaged = new ArrayList<>();
    for (final Path file : files) {
      try (PieceReader reader = PieceReader.open(file, null)) {
        pieces.add(new KeptPiece(file, Files.size(file), reader.header()));
      } catch (IOException e) {
        damaged.add(new Damage(file, String.valueOf(e.getMessage())));
      }
    }
    return new PieceSearch(pieces, damaged);
  }

  /**
   * The files below a folder whose names end so, sorted.
   *
   * @throws IOException when the folder cannot be read, or has more files than can be
   */
  public static List<Path> below(Path folder, String ending) throws IOException {
    try (Stream<Path> found = Files.walk(folder, MAX_DEPTH)) {
      final List<Path> files =
          found
              .filter(file -> file.toString().endsWith(ending))
              .filter(Files::isRegularFile)
              .sorted()
              .limit(MAX_FILES + 1L)
              .toList();
      if (files.size() > MAX_FILES) {
        throw new IOException(folder + " has more than " + MAX_FILES + " files " + ending);
      }
      return files;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
