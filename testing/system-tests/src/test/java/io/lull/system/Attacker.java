package io.lull.system;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A parallel program that runs each line of its input, and writes how each ended. */
@SuppressWarnings("NullAway.Init") // declare comes before all else
public final class Attacker implements GridProgram, Results.DoubleRows {
  private Path lines;
  private DoubleGrid cells;
  private final List<String> exits = new ArrayList<>();

  public Attacker() {}

  @Override
  public void declare(GridSpace space) {
    lines = space.inputs().getFirst();
    cells = space.doubleGrid("cells", 1, 1, Halo.of(0));
  }

  @Override
  public void initialise() {
    try {
      for (final String line : Files.readAllLines(lines)) {
        exits.add(String.valueOf(exit(line)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int exit(String line) throws IOException, InterruptedException {
    return new ProcessBuilder("/bin/sh", "-c", line)
        .directory(Path.of("outputs").toFile())
        .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(Redirect.DISCARD)
        .redirectError(Redirect.DISCARD)
        .start()
        .waitFor();
  }

  @Override
  public boolean iterate() {
    return false;
  }

  @Override
  public void finish(Results results) throws IOException {
    results.collect(
        cells,
        outputs -> {
          Files.write(outputs.resolve("exits"), exits);
          return this;
        });
  }

  @Override
  public void row(long row, double[] values) {}

  @Override
  public void close() {}
}
