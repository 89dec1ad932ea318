package io.lull.coordinator.core.store;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Record maps in memory, for simulations and tests. One thread. */
public final class InMemoryRecordMaps implements RecordMaps {
  private final Map<Kind, RecordMap> maps = new EnumMap<>(Kind.class);
  private int refusals;

  /** The next so many writes fail, as on a full disk. */
  public void refuseWrites(int times) {
    refusals = times;
  }

  @Override
  public RecordMap map(Kind kind) {
    return maps.computeIfAbsent(kind, k -> new MemoryShelf());
  }

  @Override
  public void putAll(Map<Kind, Map<String, byte[]>> contents) {
    writing();
    contents.forEach((kind, some) -> ((MemoryShelf) map(kind)).contents.putAll(some));
  }

  private void writing() {
    if (refusals > 0) {
      refusals--;
      throw new StoreException("no space left");
    }
  }

  private final class MemoryShelf implements RecordMap {
    private final Map<String, byte[]> contents = new HashMap<>();

    @Override
    public Optional<byte[]> get(String id) {
      return Optional.ofNullable(contents.get(id));
    }

    @Override
    public void put(String id, byte[] content) {
      writing();
      contents.put(id, content);
    }

    @Override
    public void putAll(Map<String, byte[]> all) {
      writing();
      contents.putAll(all);
    }

    @Override
    public boolean putIfAbsent(String id, byte[] content) {
      writing();
      return contents.putIfAbsent(id, content) == null;
    }

    @Override
    public boolean replace(String id, byte[] expected, byte[] content) {
      writing();
      if (!Arrays.equals(contents.get(id), expected)) {
        return false;
      }
      contents.put(id, content);
      return true;
    }

    @Override
    public void remove(String id) {
      writing();
      contents.remove(id);
    }

    @Override
    public void removeAll(Collection<String> ids) {
      writing();
      contents.keySet().removeAll(Set.copyOf(ids));
    }

    @Override
    public Map<String, byte[]> all() {
      return Map.copyOf(contents);
    }
  }
}
