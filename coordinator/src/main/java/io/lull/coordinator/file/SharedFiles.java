package io.lull.coordinator.file;

import io.lull.coordinator.core.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Whole files that every coordinator of a store can read, leader or not.
 *
 * <p>Every method may throw {@link StoreException}; nothing was kept then. Any thread.
 */
public interface SharedFiles {
  /** Of a coordinator that shares its store with nobody: its own disk is enough. */
  SharedFiles NONE =
      new SharedFiles() {
        @Override
        public boolean holds(String id) {
          return false;
        }

        @Override
        public List<String> ids(String prefix) {
          return List.of();
        }

        @Override
        public Map<String, Long> sizes(String prefix) {
          return Map.of();
        }

        @Override
        public long bytes(String id) {
          return 0;
        }

        @Override
        public void put(String id, Path file) {}

        @Override
        public boolean fetch(String id, Path target) {
          return false;
        }

        @Override
        public void drop(String id) {}

        @Override
        public void finishDrops() {}

        @Override
        public boolean shared() {
          return false;
        }
      };

  /** Whether it keeps anything at all. */
  boolean shared();

  boolean holds(String id);

  /** Those that begin so. */
  List<String> ids(String prefix);

  /** How many bytes each of those has that begin so. */
  Map<String, Long> sizes(String prefix);

  /** How many bytes are kept under this id; 0 for none. */
  long bytes(String id);

  /** Durable when it returns; takes the place of what was kept under this id. */
  void put(String id, Path file) throws IOException;

  /**
   * @param target is written, and must not be there
   * @return false, and nothing written, when nothing is kept under this id
   */
  boolean fetch(String id, Path target) throws IOException;

  /** It is not there from the first moment on; what it took is given back bit by bit. */
  void drop(String id);

  /** Gives back what drops took down that did not come to their end. */
  void finishDrops();
}
