package io.lull.coordinator.core.store;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Shelves on which only whoever leads can put anything, as the database has it. */
public final class FencedShelves implements Shelves {
  private final Shelves shelves;
  private final BooleanSupplier leads;

  public FencedShelves(Shelves shelves, BooleanSupplier leads) {
    this.shelves = shelves;
    this.leads = leads;
  }

  @Override
  public Shelf shelf(Kind kind) {
    return new FencedShelf(shelves.shelf(kind));
  }

  @Override
  public void putAll(Map<Kind, Map<String, byte[]>> contents) {
    check();
    shelves.putAll(contents);
  }

  private void check() {
    if (!leads.getAsBoolean()) {
      throw new StoreException("another coordinator leads now");
    }
  }

  private final class FencedShelf implements Shelf {
    private final Shelf shelf;

    FencedShelf(Shelf shelf) {
      this.shelf = shelf;
    }

    private Shelf writing() {
      check();
      return shelf;
    }

    @Override
    public Optional<byte[]> get(String id) {
      return shelf.get(id);
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
      return shelf.all();
    }
  }
}
