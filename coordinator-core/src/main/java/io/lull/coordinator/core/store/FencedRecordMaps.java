package io.lull.coordinator.core.store;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Record maps that only the leader can write, as in the database. */
public final class FencedRecordMaps implements RecordMaps {
  private final RecordMaps maps;
  private final BooleanSupplier leads;

  public FencedRecordMaps(RecordMaps maps, BooleanSupplier leads) {
    this.maps = maps;
    this.leads = leads;
  }

  @Override
  public RecordMap map(Kind kind) {
    return new FencedShelf(maps.map(kind));
  }

  @Override
  public void putAll(Map<Kind, Map<String, byte[]>> contents) {
    check();
    maps.putAll(contents);
  }

  private void check() {
    if (!leads.getAsBoolean()) {
      throw new StoreException("another coordinator leads now");
    }
  }

  private final class FencedShelf implements RecordMap {
    private final RecordMap map;

    FencedShelf(RecordMap map) {
      this.map = map;
    }

    private RecordMap writing() {
      check();
      return map;
    }

    @Override
    public Optional<byte[]> get(String id) {
      return map.get(id);
    }

    @Override
    public void put(String id, byte[] content) {
      writing().put(id, content);
    }

    @Override
    public void putAll(Map<String, byte[]> contents) {
      writing().putAll(contents);
    }

    @Override
    public boolean putIfAbsent(String id, byte[] content) {
      return writing().putIfAbsent(id, content);
    }

    @Override
    public boolean replace(String id, byte[] expected, byte[] content) {
      return writing().replace(id, expected, content);
    }

    @Override
    public void remove(String id) {
      writing().remove(id);
    }

    @Override
    public void removeAll(Collection<String> ids) {
      writing().removeAll(ids);
    }

    @Override
    public Map<String, byte[]> all() {
      return map.all();
    }
  }
}
