package io.lull.coordinator.core.store;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * Bytes under text ids that survive the coordinator: every write is durable when it returns.
 *
 * <p>Every method may throw {@link StoreException}; nothing was written then.
 */
public interface RecordMap {
  Optional<byte[]> get(String id);

  void put(String id, byte[] content);

  /** All or none. */
  void putAll(Map<String, byte[]> contents);

  /** False, and nothing written, when the id is taken. */
  boolean putIfAbsent(String id, byte[] content);

  /** False, and nothing written, when the id does not hold what is expected. */
  boolean replace(String id, byte[] expected, byte[] content);

  void remove(String id);

  /** All or none. */
  void removeAll(Collection<String> ids);

  Map<String, byte[]> all();
}
