package io.lull.testkit.job;

import io.lull.testkit.process.Tools;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The classes of this process's workers. A worker that has computed well writes an archive of those
 * that it has loaded (JEP 350), and later workers with the same flags start from that, with about
 * two thirds of the work. The machine archives no classes of folders: they are put into jars.
 */
final class WorkerClasses {
  /** Those of this process; gone when it ends. */
  private static final WorkerClasses OWN = new WorkerClasses();

  /** The jars that agents start workers with, if this process knows them. */
  private static final String WORKERS_OWN = "lull.worker.classpath";

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private final Path folder;
  private final String path;

  /** By flags; empty: it could not be written. */
  private final Map<List<String>, Optional<Path>> archives = new HashMap<>();

  private WorkerClasses() {
    try {
      folder = Files.createTempDirectory("lull-worker-classes");
      Runtime.getRuntime().addShutdownHook(new Thread(this::delete));
      final List<String> entries = new ArrayList<>();
      // What this process has beside them, no worker of an agent has, and it makes a start slower.
      final String own = System.getProperty(WORKERS_OWN, "");
      if (!own.isEmpty()) {
        entries.addAll(List.of(own.split(File.pathSeparator)));
      }
      for (final String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
        final Path place = Path.of(entry);
        if (Files.isDirectory(place)) {
          entries.add(jar(place, entries.size()).toString());
        } else if (own.isEmpty() && Files.exists(place)) {
          entries.add(entry);
        }
      }
      path = String.join(File.pathSeparator, entries);
    } catch (IOException e) {
      throw new UncheckedIOException("the workers' classes cannot be put together", e);
    }
  }

  /**
   * Where workers find their classes.
   *
   * @param home of the program
   */
  static String path(String home) {
    final boolean isKnown =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .anyMatch(entry -> Path.of(entry).equals(Path.of(home)));
    return isKnown ? OWN.path : OWN.path + File.pathSeparator + home;
  }

  private Path jar(Path classes, int number) throws IOException {
    final Path jar = folder.resolve(number + ".jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> all = Files.walk(classes)) {
      out.setLevel(0);
      for (final Path each : all.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(
            new JarEntry(classes.relativize(each).toString().replace(File.separatorChar, '/')));
        Files.copy(each, out);
        out.closeEntry();
      }
    }
    return jar;
  }

  /** What a worker of these flags needs more to start from the archive, or to write one. */
  static List<String> flags(List<String> flags) {
    return OWN.more(flags);
  }

  private static boolean hasOwn(List<String> flags) {
    return flags.stream().anyMatch(flag -> flag.startsWith("-XX:SharedArchiveFile"));
  }

  private synchronized List<String> more(List<String> flags) {
    if (hasOwn(flags)) {
      return List.of();
    }
    final Optional<Path> archive = archives.get(flags);
    if (archive == null) {
      return List.of("-XX:+RecordDynamicDumpInfo");
    }
    return archive.map(file -> List.of("-XX:SharedArchiveFile=" + file)).orElse(List.of());
  }

  /**
   * A worker has computed well.
   *
   * @param flags of it
   */
  static void learnFrom(WorkerProcess worker, List<String> flags) {
    OWN.write(worker, flags);
  }

  private synchronized void write(WorkerProcess worker, List<String> flags) {
    if (hasOwn(flags) || archives.containsKey(flags)) {
      return;
    }
    final Path archive = folder.resolve(archives.size() + ".jsa");
    final String program = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      final String _ =
          Tools.run(
              DEADLINE,
              List.of(
                  program,
                  String.valueOf(worker.pid()),
                  "VM.cds",
                  "dynamic_dump",
                  archive.toString()));
    } catch (AssertionError e) {
      // Without it workers start as they do.
    }
    archives.put(
        List.copyOf(flags), Files.exists(archive) ? Optional.of(archive) : Optional.empty());
  }

  private void delete() {
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure)
                throws IOException {
              Files.delete(visited);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      System.err.println(folder + " could not be deleted: " + e);
    }
  }
}
