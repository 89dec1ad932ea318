package io.lull.testkit.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The root of a small container image, made of a few of this Linux machine's programs. */
public final class ImageFolder {
  /** It has a line that no other file of this place has. */
  public static final String MARK = "an image";

  private static final Pattern LIBRARY = Pattern.compile("(/\\S+) \\(0x");

  private ImageFolder() {}

  /**
   * @param programs by their names; they come with their libraries
   */
  public static void fill(Path root, String... programs) throws IOException {
    Files.createDirectories(root.resolve("bin"));
    Files.writeString(Files.createDirectories(root.resolve("etc")).resolve("image"), MARK + "\n");
    for (final String program : programs) {
      final Path file = Path.of("/bin", program);
      Files.copy(file, root.resolve("bin").resolve(program));
      final Matcher library = LIBRARY.matcher(printed("ldd", file.toString()));
      while (library.find()) {
        final Path copy = root.resolve(library.group(1).substring(1));
        if (!Files.exists(copy)) {
          Files.createDirectories(copy.resolve("..").normalize());
          Files.copy(Path.of(library.group(1)), copy);
        }
      }
    }
  }

  /** As {@code podman export} writes it. */
  public static Path archive(Path root, Path file) throws IOException {
    printed("tar", "-c", "-f", file.toString(), "-C", root.toString(), ".");
    return file;
  }

  private static String printed(String... command) throws IOException {
    final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      final String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + ": " + said);
      }
      return said;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }
}
