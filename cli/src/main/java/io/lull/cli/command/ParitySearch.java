package io.lull.cli.command;

import io.lull.agent.parity.ParityFile;
import io.lull.reconfig.checkpoint.PieceSearch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Searches this computer's disks for parity files.
 *
 * @param files with intact headers, by job, the newest generation first
 * @param damaged parity files with damaged headers
 */
record ParitySearch(List<ParityFile> files, List<PieceSearch.Damage> damaged) {
  private static final Comparator<ParityFile> ORDER =
      Comparator.comparing((ParityFile file) -> file.header().getJob())
          .thenComparing(
              Comparator.comparingLong((ParityFile file) -> file.header().getGeneration())
                  .reversed())
          .thenComparingInt(file -> file.header().getRank())
          .thenComparing(ParityFile::file);

  ParitySearch {
    files = files.stream().sorted(ORDER).toList();
    damaged = List.copyOf(damaged);
  }

  /** Whether a named file is not a piece. */
  static boolean named(Path place) {
    return Files.isRegularFile(place) && place.toString().endsWith(ParityFile.ENDING);
  }

  /**
   * @param places folders to search, or files
   * @throws IOException if one of them cannot be read
   */
  static ParitySearch in(List<Path> places) throws IOException {
    final List<ParityFile> found = new ArrayList<>();
    final List<PieceSearch.Damage> damaged = new ArrayList<>();
    for (final Path place : places) {
      final List<Path> files =
          Files.isDirectory(place)
              ? PieceSearch.below(place, ParityFile.ENDING)
              : named(place) ? List.of(place) : List.of();
      for (final Path file : files) {
        try {
          found.add(ParityFile.open(file));
        } catch (IOException e) {
          damaged.add(new PieceSearch.Damage(file, String.valueOf(e.getMessage())));
        }
      }
    }
    return new ParitySearch(found, damaged);
  }
}
