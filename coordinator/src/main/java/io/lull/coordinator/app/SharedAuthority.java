package io.lull.coordinator.app;

import io.lull.coordinator.config.StartException;
import io.lull.coordinator.file.SharedFiles;
import io.lull.protocol.transport.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The certificate authority that several coordinators share: the first leader puts it into the
 * store, the others read it from there. Write access to the store means control of the grid in any
 * case.
 */
final class SharedAuthority {
  private static final String PREFIX = "authority/";

  private SharedAuthority() {}

  /**
   * Brings the store's authority into the folder, if the store has one.
   *
   * @param scratch a folder to be made and removed
   * @throws StartException when the folder has another
   */
  static void bring(SharedFiles sharedFiles, Path folder, Path scratch)
      throws IOException, StartException {
    final List<String> files = sharedFiles.ids(PREFIX);
    if (files.isEmpty()) {
      return;
    }
    remove(scratch);
    Files.createDirectories(scratch);
    try {
      for (final String id : files) {
        sharedFiles.fetch(id, scratch.resolve(id.substring(PREFIX.length())));
      }
      final Identity shared = Identity.load(scratch);
      if (!Identity.present(folder)) {
        shared.store(folder);
      } else if (!Identity.load(folder).certificate().equals(shared.certificate())) {
        throw new StartException(
            "the authority in "
                + folder
                + " does not match the store's: use this grid's --data folder, or an empty"
                + " one");
      }
    } finally {
      remove(scratch);
    }
  }

  /** Puts the folder's authority into the store, if the store has none. */
  static void share(SharedFiles sharedFiles, Path folder) throws IOException {
    if (!sharedFiles.ids(PREFIX).isEmpty()) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (final Path file : files.filter(Files::isRegularFile).toList()) {
        sharedFiles.put(PREFIX + file.getFileName(), file);
      }
    }
  }

  private static void remove(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (final Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
