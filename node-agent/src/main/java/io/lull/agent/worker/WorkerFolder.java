package io.lull.agent.worker;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A worker's folder, which holds everything that it may write. */
public record WorkerFolder(Path root) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}");
  private static final Pattern FILE_NAME = Pattern.compile("[^/\\\\\\p{Cntrl}]{1,255}");

  /**
   * @throws IllegalArgumentException if the id could lead out of the parent folder
   */
  static WorkerFolder of(Path parent, String worker) {
    return new WorkerFolder(parent.resolve(checkedId(worker)));
  }

  /**
   * @throws IllegalArgumentException if it is not an id of a job or a worker
   */
  public static String checkedId(String id) {
    if (!NAME.matcher(id).matches()) {
      throw new IllegalArgumentException("'" + id + "' is not an id");
    }
    return id;
  }

  public Path inputs() {
    return root.resolve("inputs");
  }

  public Path outputs() {
    return root.resolve("outputs");
  }

  public Path pieces() {
    return root.resolve("pieces");
  }

  public Path temporary() {
    return root.resolve("tmp");
  }

  public Path log() {
    return root.resolve("log.txt");
  }

  /** Of a bag's tasks, one per line. */
  Path lines() {
    return root.resolve("lines.txt");
  }

  Path program() {
    return root.resolve("program.jar");
  }

  /**
   * @throws IOException if the name is not that of a plain file
   */
  Path input(String name) throws IOException {
    if (!FILE_NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
      throw new IOException("'" + name + "' is not a file's name");
    }
    return inputs().resolve(name);
  }

  /**
   * A piece that the worker has written.
   *
   * @throws IOException if there is none of that name
   */
  public Path piece(String name) throws IOException {
    final Path file = pieces().resolve(name).normalize();
    if (!pieces().equals(file.getParent())
        || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("'" + name + "' is not a file in its pieces folder");
    }
    return file;
  }

  void create() throws IOException {
    for (final Path folder : new Path[] {inputs(), outputs(), pieces(), temporary()}) {
      Files.createDirectories(folder);
    }
  }

  /** Deletes symbolic links, without following them. */
  void delete() throws IOException {
    deleteTree(root);
  }

  static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
