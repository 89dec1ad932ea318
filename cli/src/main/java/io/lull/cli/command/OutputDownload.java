package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.text.Progress;
import io.lull.client.DestinationFolder;
import io.lull.client.grid.GridClient;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.Blob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Downloads a job's output files to a folder. */
final class OutputDownload {
  private final CommandEnvironment environment;

  OutputDownload(CommandEnvironment environment) {
    this.environment = environment;
  }

  /** Checks the folder before anything is computed. */
  static void checkFolder(Path folder) {
    new DestinationFolder(folder).requireWritable();
  }

  List<Path> fetch(GridClient grid, String job, List<Blob> files, Path folder) {
    final List<Path> fetched = new ArrayList<>();
    try (Progress progress = environment.progress()) {
      for (final Blob file : files) {
        fetched.add(
            grid.download(
                job,
                file,
                folder,
                (name, done, total) ->
                    progress.show(
                        "fetching "
                            + name
                            + ", "
                            + Sizes.format(done)
                            + " of "
                            + Sizes.format(total))));
      }
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILED,
          "the outputs of "
              + job
              + " cannot be written to "
              + folder
              + " ("
              + e
              + "): free some space or choose another folder, then run lull outputs "
              + job
              + " --to DIR",
          e);
    }
    return List.copyOf(fetched);
  }
}
