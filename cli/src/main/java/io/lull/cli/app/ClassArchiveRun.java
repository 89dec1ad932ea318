package io.lull.cli.app;

/**
 * Runs several commands in one process, so that one recording of the classes they load serves them
 * all: the build makes the archive out of it that the client starts from.
 */
public final class ClassArchiveRun {
  private static final String NEXT = ";";

  private ClassArchiveRun() {}

  /**
   * @param words of commands, with {@code ;} between one command and the next
   */
  public static void main(String[] words) {
    for (final String command : String.join(" ", words).split(NEXT)) {
      final int code = Lull.run(command.strip().split(" "));
      System.err.println("rehearsed, exit code " + code + ": lull " + command.strip());
    }
  }
}
