package io.lull.bench.forkjoin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The same loops in C. */
final class CompiledLoops {
  static final String COMPILER = "--cc";

  /** Operations are those of the Java programs, in their order. */
  static final List<String> OPTIONS = List.of("-O3", "-march=native", "-ffp-contract=off");

  private CompiledLoops() {}

  /**
   * @param compiler with its options
   * @param folder for the program
   * @return the program
   * @throws IOException when the compiler cannot be run, or fails
   */
  static Path of(List<String> compiler, Path source, Path folder)
      throws IOException, InterruptedException {
    final Path program = folder.resolve("forkjoin");
    final List<String> words = new ArrayList<>(compiler);
    words.addAll(List.of("-o", program.toString(), source.toString(), "-lm"));
    if (new ProcessBuilder(words).inheritIO().start().waitFor() != 0) {
      throw new IOException(String.join(" ", words) + " failed");
    }
    return program;
  }
}
