package io.lull.cli.app;

/**
 * Runs several commands in one process, so that one recording of the loaded classes serves them
 * all: the build makes from it the archive with which the client starts.
 */
public final class ClassArchiveRun {
  private static final String NEXT = ";";

  private ClassArchiveRun() {}

  /**
   * @param words of commands, separated by {@code ;}
   */
  public static void main(String[] words) {
    for (final String command : String.join(" ", words).split(NEXT)) {
      final int code = Lull.run(command.strip().split(" "));
      System.err.println("rehearsed, exit code " + code + ": lull " + command.strip());
    }
  }
}
