package io.lull.bench.grid;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The distribution's launcher, which becomes the program: with its flags, class path, archive. */
public final class Launcher {
  private Launcher() {}

  public static List<String> command(List<String> words) {
    final List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("lull.distribution"), "lull").toString());
    command.addAll(words);
    return command;
  }
}
