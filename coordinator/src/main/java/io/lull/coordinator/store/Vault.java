package io.lull.coordinator.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Whole files that every coordinator of a store must be able to read, whoever leads.
 *
 * <p>Every method may throw {@link StoreException}; nothing was kept then. Any thread.
 */
public interface Vault {
  /** Of a coordinator that shares its store with nobody: its own disk is enough. */
  Vault NONE =
      new Vault() {
        @Override
        public boolean holds(String id) {
          return false;
        }

        @Override
        public List<String> ids(String prefix) {
          return List.of();
        }

        @Override
        public void put(String id, Path file) {}

        @Override
        public boolean fetch(String id, Path target) {
          return false;
        }
      };

  boolean holds(String id);

  /** Those that begin so. */
  List<String> ids(String prefix);

  /** Durable when it returns; takes the place of what was kept under this id. */
  void put(String id, Path file) throws IOException;

  /**
   * @param target is written, and must not be there
   * @return false, and nothing written, when nothing is kept under this id
   */
  boolean fetch(String id, Path target) throws IOException;
}
