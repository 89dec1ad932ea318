package io.lull.cli.simulate;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;

/**
 * What was read from a file of lines.
 *
 * @param name of the file
 * @param sha256 of its bytes, as they lie there
 */
public record SimulationInput<T>(String name, String sha256, T content) {
  /** Makes something of a file's lines. */
  interface Reader<T> {
    /**
     * @param name of the file, for messages
     * @throws IllegalArgumentException with one line when they are not what they should be
     */
    T read(BufferedReader lines, String name) throws IOException;
  }

  /**
   * @param option that names it, for messages
   * @param file compressed by gzip if its name ends in .gz
   */
  static <T> SimulationInput<T> read(String option, Path file, Reader<T> reader) {
    if (!Files.isRegularFile(file)) {
      throw CommandFailure.badInput(option + ": no such file: " + file);
    }
    final String name = String.valueOf(file.getFileName());
    final MessageDigest digest = digest();
    final T content;
    try (InputStream bytes = new DigestInputStream(Files.newInputStream(file), digest);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    name.endsWith(".gz") ? new GZIPInputStream(bytes) : bytes,
                    StandardCharsets.UTF_8))) {
      content = reader.read(lines, name);
      bytes.transferTo(OutputStream.nullOutputStream());
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, option + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, option + ": " + file + " cannot be read: " + e.getMessage(), e);
    }
    return new SimulationInput<>(name, HexFormat.of().formatHex(digest.digest()), content);
  }

  /** What no file has: its name says how it was made, and is what the digest is of. */
  static <T> SimulationInput<T> madeUp(String name, T content) {
    return new SimulationInput<>(
        name,
        HexFormat.of().formatHex(digest().digest(name.getBytes(StandardCharsets.UTF_8))),
        content);
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
