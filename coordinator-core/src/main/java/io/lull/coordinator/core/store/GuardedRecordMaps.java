package io.lull.coordinator.core.store;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Record maps of which each write is asked for first: as in a database that only the leader writes.
 */
public final class GuardedRecordMaps implements RecordMaps {
  private final RecordMaps maps;
  private final WriteGuard guard;

  /** Stands between who writes and the records. */
  @FunctionalInterface
  public interface WriteGuard {
    /**
     * Before a write.
     *
     * @return whether it is made; who writes does not see the difference
     * @throws StoreException and it is not made
     */
    boolean admits();

    /**
     * After it.
     *
     * @throws StoreException although it was made
     */
    default void made() {}

    /** Only the leader writes. */
    static WriteGuard fence(BooleanSupplier leads) {
      return () -> {
        if (!leads.getAsBoolean()) {
          throw new StoreException("another coordinator leads now");
        }
        return true;
      };
    }
  }

  public GuardedRecordMaps(RecordMaps maps, WriteGuard guard) {
    this.maps = maps;
    this.guard = guard;
  }

  @Override
  public RecordMap map(Kind kind) {
    return new GuardedMap(maps.map(kind));
  }

  @Override
  public void putAll(Map<Kind, Map<String, byte[]>> contents) {
    write(() -> maps.putAll(contents));
  }

  private void write(Runnable what) {
    if (guard.admits()) {
      what.run();
    }
    guard.made();
  }

  private boolean writeIf(BooleanSupplier what) {
    final boolean done = !guard.admits() || what.getAsBoolean();
    guard.made();
    return done;
  }

  private final class GuardedMap implements RecordMap {
    private final RecordMap map;

    GuardedMap(RecordMap map) {
      this.map = map;
    }

    @Override
    public Optional<byte[]> get(String id) {
      return map.get(id);
    }

    @Override
    public void put(String id, byte[] content) {
      write(() -> map.put(id, content));
    }

    @Override
    public void putAll(Map<String, byte[]> contents) {
      write(() -> map.putAll(contents));
    }

    @Override
    public boolean putIfAbsent(String id, byte[] content) {
      return writeIf(() -> map.putIfAbsent(id, content));
    }

    @Override
    public boolean replace(String id, byte[] expected, byte[] content) {
      return writeIf(() -> map.replace(id, expected, content));
    }

    @Override
    public void remove(String id) {
      write(() -> map.remove(id));
    }

    @Override
    public void removeAll(Collection<String> ids) {
      write(() -> map.removeAll(ids));
    }

    @Override
    public Map<String, byte[]> all() {
      return map.all();
    }
  }
}
