package io.lull.platform.guest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The folders of guests, which the agent makes and guests write to. Where the two are different
 * users, these calls keep what either has made within the other's reach. Any thread.
 */
@FunctionalInterface
public interface GuestFolders {
  /**
   * Opens a subfolder that a guest writes to.
   *
   * @param parent a folder that the guest cannot replace
   * @throws IOException if there is no folder of that name
   */
  GuestFolder open(Path parent, String name) throws IOException;

  /** Where they have to be; empty: in the agent's own folder. */
  default Optional<Path> place() {
    return Optional.empty();
  }

  /** Lets guests read a file of the agent's, or a folder and all that is in it. */
  default void letRead(Path path) throws IOException {}

  /** Lets guests write to an empty folder of the agent's. */
  default void letWrite(Path folder) throws IOException {}

  /**
   * Measures what a guest has on disk.
   *
   * @param writable the folders that it writes to
   * @return why it cannot go on; empty: it can
   */
  default Optional<String> excess(List<Path> writable, long maxBytes) {
    return DiskUse.over(writable, maxBytes);
  }

  /**
   * Deletes what guests that have ended left in a folder, as far as the agent cannot.
   *
   * @throws IOException if something remains
   */
  default void clear(Path folder) throws IOException {}
}
