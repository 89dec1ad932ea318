package io.lull.coordinator.hazelcast;

import com.hazelcast.map.MapStore;
import io.lull.coordinator.database.Database;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One map's rows. The database is asked for late: it opens while the member starts. */
final class DatabaseMapStore implements MapStore<String, byte[]> {
  private final Supplier<Database> database;
  private final String shelf;

  DatabaseMapStore(Supplier<Database> database, String shelf) {
    this.database = database;
    this.shelf = shelf;
  }

  @Override
  public void store(String id, byte[] content) {
    database.get().putAll(shelf, Map.of(id, content));
  }

  @Override
  public void storeAll(Map<String, byte[]> contents) {
    database.get().putAll(shelf, contents);
  }

  @Override
  public void delete(String id) {
    database.get().removeAll(shelf, java.util.List.of(id));
  }

  @Override
  public void deleteAll(Collection<String> ids) {
    database.get().removeAll(shelf, ids);
  }

  @Override
  public byte @Nullable [] load(String id) {
    return database.get().get(shelf, id).orElse(null);
  }

  @Override
  public Map<String, byte[]> loadAll(Collection<String> ids) {
    final Map<String, byte[]> contents = new HashMap<>(database.get().all(shelf));
    contents.keySet().retainAll(java.util.Set.copyOf(ids));
    return contents;
  }

  @Override
  public Iterable<String> loadAllKeys() {
    return database.get().all(shelf).keySet();
  }
}
