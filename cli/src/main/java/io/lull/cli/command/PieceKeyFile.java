package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.reconfig.checkpoint.PieceKey;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Set;

/** The key of a job's checkpoints as a file: a line of hexadecimal digits, for its user alone. */
final class PieceKeyFile {
  private static final int MAX_BYTES = 1024;

  private PieceKeyFile() {}

  /**
   * @param option that named the file
   */
  static void write(String option, Path file, byte[] key) {
    final FileAttribute<?>[] alone =
        file.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try (OutputStream out =
        Channels.newOutputStream(
            Files.newByteChannel(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), alone))) {
      out.write((HexFormat.of().formatHex(key) + "\n").getBytes(StandardCharsets.US_ASCII));
    } catch (FileAlreadyExistsException e) {
      throw CommandFailure.badInput(
          option + ": " + file + " already exists: choose another file, or move it");
    } catch (IOException e) {
      throw CommandFailure.badInput(
          option + ": " + file + " cannot be written (" + e + "): choose another file");
    }
  }

  /**
   * @param option that named the file
   */
  static PieceKey read(String option, Path file) {
    try {
      if (Files.size(file) <= MAX_BYTES) {
        return PieceKey.of(HexFormat.of().parseHex(Files.readString(file).strip()));
      }
    } catch (IOException e) {
      throw CommandFailure.badInput(option + ": " + file + " cannot be read");
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw CommandFailure.badInput(
        option + ": " + file + " has no key: lull checkpoint key JOB --output FILE writes one");
  }
}
