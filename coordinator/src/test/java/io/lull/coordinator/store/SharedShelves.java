package io.lull.coordinator.store;

import io.lull.coordinator.core.store.MemoryShelves;
import io.lull.coordinator.core.store.Shelf;
import io.lull.coordinator.core.store.Shelves;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;

/** Shelves in memory that several threads may use at once. */
public final class SharedShelves implements Shelves {
  private final MemoryShelves shelves = new MemoryShelves();

  /** The next so many writes fail, as on a full disk. */
  public void refuseWrites(int times) {
    synchronized (shelves) {
      shelves.refuseWrites(times);
    }
  }

  @Override
  public Shelf shelf(Kind kind) {
    final Shelf one;
    synchronized (shelves) {
      one = shelves.shelf(kind);
    }
    return (Shelf)
        Proxy.newProxyInstance(
            Shelf.class.getClassLoader(),
            new Class<?>[] {Shelf.class},
            (_, method, arguments) -> {
              synchronized (shelves) {
                try {
                  return method.invoke(one, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause() == null ? e : e.getCause();
                }
              }
            });
  }

  @Override
  public void putAll(Map<Kind, Map<String, byte[]>> contents) {
    synchronized (shelves) {
      shelves.putAll(contents);
    }
  }
}
