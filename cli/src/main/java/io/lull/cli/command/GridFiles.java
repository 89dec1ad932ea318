package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.protocol.wire.PieceGrid;
import io.lull.reconfig.checkpoint.KeptGeneration;
import io.lull.reconfig.checkpoint.PieceKey;
import io.lull.reconfig.partition.GridExport;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes the grids of a generation to a file each: all of them, or none. */
final class GridFiles {
  /** A piece may come from anywhere: its names must not lead out of the folder. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}");

  private final KeptGeneration generation;
  private final @Nullable PieceKey key;
  private final Path folder;

  /**
   * @param key null: the pieces are not encrypted
   */
  GridFiles(KeptGeneration generation, @Nullable PieceKey key, Path folder) {
    this.generation = generation;
    this.key = key;
    this.folder = folder;
  }

  /**
   * @return the files, in the order of the grids
   */
  List<Path> write() {
    final List<Path> files = generation.header().getGridsList().stream().map(this::file).toList();
    for (final Path file : files) {
      if (Files.exists(file)) {
        throw CommandFailure.badInput(
            "--to: " + file + " already exists: choose another folder, or move it");
      }
    }
    final List<Path> written = new ArrayList<>();
    try (GridExport export = new GridExport(generation.open(key))) {
      Files.createDirectories(folder);
      for (int grid = 0; grid < files.size(); grid++) {
        written.add(files.get(grid));
        write(export, grid, files.get(grid));
      }
      return files;
    } catch (IOException e) {
      written.forEach(GridFiles::remove);
      throw new CommandFailure(
          ExitCode.FAILED,
          generation.job()
              + ", generation "
              + generation.number()
              + " cannot be exported: "
              + e.getMessage(),
          e);
    }
  }

  private static void write(GridExport export, int grid, Path file) throws IOException {
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW))) {
      export.write(grid, out);
    }
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The first failure is the one to report.
    }
  }

  private Path file(PieceGrid grid) {
    if (!NAME.matcher(grid.getName()).matches()) {
      throw CommandFailure.badInput(
          "grid '" + grid.getName() + "' has a name that is not a valid file name");
    }
    final String ending =
        switch (grid.getElement()) {
          case "f64", "f32", "i64", "i32", "u8" -> "." + grid.getElement();
          default -> ".cells";
        };
    return folder.resolve(grid.getName() + ending);
  }
}
