package io.lull.agent.guest.service;

import io.lull.platform.guest.DiskUse;
import io.lull.platform.guest.GuestFolder;
import io.lull.platform.guest.GuestFolders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What guests have made in the folders of their agent, as their own user sees it.
 *
 * @param folders as this process opens them
 * @param place in which all folders are
 */
record GuestFiles(GuestFolders folders, Path place) {
  /** A guest may have left a million files. */
  private static final Duration DELETED_WITHIN = Duration.ofMinutes(9);

  /**
   * Locked folders first, then all that is of this process's user: neither follows a link, and the
   * second goes as deep as there are folders.
   */
  private static final String DELETE =
      "chmod -R u+rwX -- \"$1\" 2>/dev/null;"
          + " exec find \"$1\" -mindepth 1 -uid \"$(id -u)\" -depth -delete";

  /** Lets the group read a file that its guest keeps from it. */
  void share(String folder, String subfolder, String name) throws IOException {
    final Path parent = within(folder);
    if (!parent.resolve(subfolder).normalize().equals(parent.resolve(subfolder))
        || Path.of(subfolder).getNameCount() != 1) {
      throw new IOException("'" + subfolder + "' is not the name of a folder");
    }
    try (GuestFolder opened = folders.open(parent, subfolder)) {
      opened.shareWithGroup(name);
    }
  }

  Optional<String> excess(List<String> writable, long maxBytes) throws IOException {
    final List<Path> checked = new ArrayList<>();
    for (final String folder : writable) {
      checked.add(within(folder));
    }
    return DiskUse.over(checked, maxBytes);
  }

  /** Deletes what is of this process's user. */
  void clear(String folder) throws IOException {
    final Process process =
        new ProcessBuilder("/bin/sh", "-c", DELETE, "sh", within(folder).toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!process.waitFor(DELETED_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("it takes longer than " + DELETED_WITHIN.toMinutes() + " minutes");
      }
      if (process.exitValue() != 0) {
        throw new IOException("not all of a guest's files could be deleted");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the service ends", e);
    } finally {
      process.destroyForcibly();
    }
  }

  private Path within(String folder) throws IOException {
    final Path path = Path.of(folder);
    if (!path.isAbsolute() || !path.normalize().equals(path) || !path.startsWith(place)) {
      throw new IOException("'" + folder + "' is not a folder of guests");
    }
    return path;
  }
}
