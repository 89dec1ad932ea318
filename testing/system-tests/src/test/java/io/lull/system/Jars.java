package io.lull.system;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Programs of users, as jars. */
final class Jars {
  private Jars() {}

  /** A jar of this class, and of nothing else. */
  static void write(Path file, Class<?> program) throws IOException {
    write(file, program, new byte[0]);
  }

  /** A jar of this class and of some resource. */
  static void write(Path file, Class<?> program, byte[] resource) throws IOException {
    final String entry = program.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file));
        InputStream content =
            Objects.requireNonNull(program.getResourceAsStream("/" + entry), entry)) {
      jar.putNextEntry(new JarEntry(entry));
      content.transferTo(jar);
      jar.closeEntry();
      jar.putNextEntry(new JarEntry("resource.bin"));
      jar.write(resource);
      jar.closeEntry();
    }
  }
}
