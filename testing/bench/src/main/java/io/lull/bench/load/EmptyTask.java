package io.lull.bench.load;

import io.lull.reconfig.bag.BagTask;
import io.lull.reconfig.bag.TaskContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A task that does nothing. */
public final class EmptyTask implements BagTask {
  public EmptyTask() {}

  @Override
  public void run(TaskContext task) {}

  /** A jar of it, as a user would submit. */
  static Path jar(Path file) throws IOException {
    final String entry = EmptyTask.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file));
        InputStream content =
            Objects.requireNonNull(EmptyTask.class.getResourceAsStream("/" + entry), entry)) {
      jar.putNextEntry(new JarEntry(entry));
      content.transferTo(jar);
      jar.closeEntry();
    }
    return file;
  }
}
