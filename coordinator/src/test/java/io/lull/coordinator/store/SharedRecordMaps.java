package io.lull.coordinator.store;

import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.RecordMap;
import io.lull.coordinator.core.store.RecordMaps;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;

/** Shelves in memory that several threads may use at once. */
public final class SharedRecordMaps implements RecordMaps {
  private final InMemoryRecordMaps maps = new InMemoryRecordMaps();

  /** The next so many writes fail, as on a full disk. */
  public void refuseWrites(int times) {
    synchronized (maps) {
      maps.refuseWrites(times);
    }
  }

  @Override
  public RecordMap map(Kind kind) {
    final RecordMap one;
    synchronized (maps) {
      one = maps.map(kind);
    }
    return (RecordMap)
        Proxy.newProxyInstance(
            RecordMap.class.getClassLoader(),
            new Class<?>[] {RecordMap.class},
            (_, method, arguments) -> {
              synchronized (maps) {
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
    synchronized (maps) {
      maps.putAll(contents);
    }
  }
}
