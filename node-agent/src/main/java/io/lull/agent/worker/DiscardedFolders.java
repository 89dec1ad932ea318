package io.lull.agent.worker;

import io.lull.platform.guest.GuestFolders;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the folders of workers that have ended. They are moved aside at once, so that they are in
 * nobody's way; what cannot be deleted is said, and tried again with the next one. A thread of its
 * own does the work: a guest may have left a million files.
 */
final class DiscardedFolders {
  private static final Logger LOG = LoggerFactory.getLogger(DiscardedFolders.class);

  /** No worker has this name. */
  static final String NAME = ".discarded";

  private static final Duration LONGEST_DELETION = Duration.ofMinutes(10);

  /** Folders that their guest has locked, or that lie deeper than a path can say. */
  private static final List<String> BY_FORCE =
      List.of("/bin/sh", "-c", "chmod -R u+rwX -- \"$1\"; rm -rf -- \"$1\"", "sh");

  private final Path folder;
  private final GuestFolders guests;
  private long discarded;
  private @Nullable Thread deletion;

  /**
   * @param parent of the workers' folders
   * @param guests whose files are in them
   */
  DiscardedFolders(Path parent, GuestFolders guests) {
    this.folder = parent.resolve(NAME);
    this.guests = guests;
  }

  /**
   * All that is in the parent folder, which an earlier agent left. Throws nothing: a start goes on.
   */
  void discardAll() {
    final Path parent = folder.resolveSibling("");
    try {
      Files.createDirectories(folder);
      try (Stream<Path> left = Files.list(parent)) {
        left.filter(each -> !each.equals(folder)).forEach(this::moveAside);
      }
    } catch (IOException e) {
      LOG.warn("cannot clean up {}: {}", parent, e.toString());
    }
    delete();
  }

  /** Returns at once. */
  void discard(WorkerFolder worker) {
    moveAside(worker.root());
    delete();
  }

  private synchronized void moveAside(Path each) {
    if (!Files.exists(each, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      Files.createDirectories(folder);
      Path to = folder.resolve(each.getFileName() + "." + discarded++);
      while (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
        to = folder.resolve(each.getFileName() + "." + discarded++);
      }
      Files.move(each, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      LOG.warn("cannot move {} aside: {}", each, e.toString());
    }
  }

  private synchronized void delete() {
    final @Nullable Thread before = deletion;
    deletion =
        Thread.ofVirtual()
            .name("discarded folders")
            .start(() -> {
              try {
                if (before != null) {
                  before.join();
                }
                deleteAll();
              } catch (InterruptedException e) {
                LOG.debug("the agent ends");
              }
            });
  }

  /** Waits until what was discarded so far is deleted, or has been said not to be. */
  void await() throws InterruptedException {
    final @Nullable Thread last;
    synchronized (this) {
      last = deletion;
    }
    if (last != null) {
      last.join();
    }
  }

  private void deleteAll() throws InterruptedException {
    final List<Path> all;
    try (Stream<Path> left = Files.list(folder)) {
      all = left.toList();
    } catch (IOException e) {
      LOG.warn("cannot clean up {}: {}", folder, e.toString());
      return;
    }
    for (final Path each : all) {
      try {
        guests.clear(each);
        deleteTree(each);
      } catch (IOException | SecurityException e) {
        deleteByForce(each, e);
      }
    }
  }

  private static void deleteByForce(Path each, Exception why) throws InterruptedException {
    if (File.separatorChar == '/') {
      final List<String> command =
          Stream.concat(BY_FORCE.stream(), Stream.of(each.toString())).toList();
      try {
        final Process process =
            new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(LONGEST_DELETION.toMillis(), TimeUnit.MILLISECONDS)) {
          process.destroyForcibly();
        }
      } catch (IOException e) {
        LOG.debug("cannot delete by force: {}", e.toString());
      }
    }
    if (Files.exists(each, LinkOption.NOFOLLOW_LINKS)) {
      LOG.warn(
          "{} cannot be deleted, which is tried again with the next folder: {}",
          each,
          why.toString());
    }
  }

  /** Deletes symbolic links, without following them. */
  private static void deleteTree(Path root) throws IOException {
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
