package io.lull.reconfig.bag;

import io.lull.protocol.wire.Welcome;
import io.lull.reconfig.ProgramError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A container image, unpacked: commands run with it as the root of their file system, in which the
 * worker's folder has the place that it has outside.
 *
 * @param root where the worker's sandbox shows it
 */
record ContainerImage(Path root) {
  /** Where a program is looked for, if the job does not say; as in containers elsewhere. */
  static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  private static final String WITH_ROOT = "/usr/bin/nsenter";

  /** What it says, and how it ends, when it cannot start the program. */
  private static final String CANNOT_START = "nsenter: failed to execute ";

  private static final int NO_SUCH_PROGRAM = 127;
  private static final int NOT_A_PROGRAM = 126;

  /** What the sandbox has there is not of the image. */
  private static final List<String> FROM_THE_SANDBOX =
      List.of("dev/*", "proc/*", "sys/*", "tmp/*", "etc/hosts", "etc/resolv.conf");

  private static final List<String> NO_SPACE = List.of("No space left", "quota exceeded");
  private static final int LONGEST_LOG_BYTES = 4096;

  /**
   * Unpacks the job's image into the worker's folder.
   *
   * @throws ProgramError if the archive is damaged, with one line
   * @throws IOException if this machine cannot run or unpack images
   */
  static ContainerImage unpack(Welcome welcome) throws IOException {
    if (welcome.getImageRoot().isEmpty()) {
      throw new IOException("this computer runs no container images");
    }
    final Path folder = Path.of(welcome.getWorkDirectory());
    final Path image = folder.resolve("image");
    final Path log = folder.resolve("tmp").resolve("unpack.log");
    final int exitCode = run(extraction(folder.resolve("image.tar"), image), log);
    // A folder that its owner may not change could not be deleted with the worker's.
    run(
        List.of("chmod", "-R", "u+rwX", image.toString()),
        folder.resolve("tmp").resolve("chmod.log"));
    if (exitCode == 0) {
      Files.delete(log);
      return new ContainerImage(Path.of(welcome.getImageRoot()));
    }
    final String why = firstLine(log);
    if (NO_SPACE.stream().anyMatch(why::contains)) {
      throw new IOException("the disk has no space for the image: " + why);
    }
    throw new ProgramError(
        "the image '"
            + welcome.getBag().getImage().getName()
            + "' cannot be unpacked: "
            + (why.isEmpty() ? "tar ends with " + exitCode : why));
  }

  private static List<String> extraction(Path archive, Path image) {
    final List<String> command =
        new ArrayList<>(List.of("tar", "-x", "--force-local", "-f", archive.toString()));
    command.addAll(List.of("-C", image.toString(), "--no-same-owner", "--no-same-permissions"));
    command.add("--anchored");
    for (final String name : FROM_THE_SANDBOX) {
      command.addAll(List.of("--exclude=" + name, "--exclude=./" + name));
    }
    return command;
  }

  private static int run(List<String> command, Path log) throws IOException {
    final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    final Process process = builder.redirectOutput(log.toFile()).start();
    try {
      process.getOutputStream().close();
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the worker ends", e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String firstLine(Path log) throws IOException {
    try (InputStream in = Files.newInputStream(log)) {
      return new String(in.readNBytes(LONGEST_LOG_BYTES), StandardCharsets.UTF_8)
          .lines()
          .findFirst()
          .map(TaskRunner::oneLine)
          .orElse("");
    }
  }

  /**
   * The command that runs another one in the image.
   *
   * @param work the folder that it runs in
   */
  List<String> command(Path work, List<String> words) {
    final Path inImage = Path.of(root + work.toAbsolutePath().toString());
    return Stream.concat(Stream.of(WITH_ROOT, "--root=" + root, "--wd=" + inImage), words.stream())
        .toList();
  }

  /**
   * Whether the command was not run because of its first word.
   *
   * @param said its last line on standard error
   */
  static boolean cannotStart(int exitCode, String said) {
    return (exitCode == NO_SUCH_PROGRAM || exitCode == NOT_A_PROGRAM)
        && said.startsWith(CANNOT_START);
  }

  /** Why it was not run: a sentence without the program's name. */
  static String why(int exitCode) {
    return exitCode == NO_SUCH_PROGRAM
        ? "it is not in the image, and not among the job's inputs (--input)"
        : "it is not a file that may be run";
  }
}
