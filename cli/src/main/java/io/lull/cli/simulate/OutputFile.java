package io.lull.cli.simulate;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is written when a simulation has ended. */
public final class OutputFile {
  private final String option;
  private final Path file;

  private OutputFile(String option, Path file) {
    this.option = option;
    this.file = file.toAbsolutePath();
  }

  /**
   * Its folder is made if it does not exist; whether it can be is found out at once, so that no
   * long run is lost.
   *
   * @param option that names it, for messages
   */
  public static OutputFile at(String option, Path file) {
    Path there = file.toAbsolutePath().getParent();
    while (there != null && !Files.exists(there)) {
      there = there.getParent();
    }
    if (there == null || !Files.isDirectory(there) || !Files.isWritable(there)) {
      throw CommandFailure.badInput(
          option + ": " + file + " cannot be written: " + there + " is no folder to write to");
    }
    if (Files.isDirectory(file)) {
      throw CommandFailure.badInput(option + ": " + file + " is a folder: give a file");
    }
    return new OutputFile(option, file);
  }

  /** The whole file or, if that cannot be, nothing of it. */
  public void write(String content) {
    write(content.getBytes(StandardCharsets.UTF_8));
  }

  /** The whole file or, if that cannot be, nothing of it. */
  public void write(byte[] content) {
    final Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      if (file.getParent() != null) {
        Files.createDirectories(file.getParent());
      }
      Files.write(part, content);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILED, option + ": " + file + " cannot be written: " + e.getMessage(), e);
    }
  }
}
