package io.lull.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A program of one class as a user would submit it. */
public final class ProgramJar {
  private ProgramJar() {}

  /**
   * @param file where the jar goes
   */
  public static Path of(Path file, Class<?> program) throws IOException {
    final String entry = program.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file));
        InputStream content =
            Objects.requireNonNull(program.getResourceAsStream("/" + entry), entry)) {
      jar.putNextEntry(new JarEntry(entry));
      content.transferTo(jar);
      jar.closeEntry();
    }
    return file;
  }
}
