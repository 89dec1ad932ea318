package io.lull.coordinator.control;

import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.store.RecordMap;
import io.lull.coordinator.core.store.RecordMaps;
import io.lull.coordinator.core.store.Sessions;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Knows for how long a call to the store has been without an answer. One thread calls the store at
 * a time; any may ask.
 */
final class StoreWatch {
  private static final long NONE = Long.MIN_VALUE;

  private final Clock clock;
  private volatile long sinceNanos = NONE;

  StoreWatch(Clock clock) {
    this.clock = clock;
  }

  /** Zero: no call waits. */
  Duration unanswered() {
    final long since = sinceNanos;
    return since == NONE ? Duration.ZERO : Duration.ofNanos(clock.nanos() - since);
  }

  private <T> T watched(Supplier<T> call) {
    sinceNanos = clock.nanos();
    try {
      return call.get();
    } finally {
      sinceNanos = NONE;
    }
  }

  private void watched(Runnable call) {
    final boolean _ =
        watched(() -> {
          call.run();
          return true;
        });
  }

  LeaderLease over(LeaderLease lease) {
    return new LeaderLease() {
      @Override
      public long fence() {
        return lease.fence();
      }

      @Override
      public boolean holds() {
        return watched(lease::holds);
      }

      @Override
      public boolean contested() {
        return lease.contested();
      }
    };
  }

  RecordMaps over(RecordMaps maps) {
    return new RecordMaps() {
      @Override
      public RecordMap map(Kind kind) {
        return over(maps.map(kind));
      }

      @Override
      public void putAll(Map<Kind, Map<String, byte[]>> contents) {
        watched(() -> maps.putAll(contents));
      }

      @Override
      public Sessions sessions() {
        return maps.sessions();
      }
    };
  }

  private RecordMap over(RecordMap map) {
    return new RecordMap() {
      @Override
      public Optional<byte[]> get(String id) {
        return watched(() -> map.get(id));
      }

      @Override
      public void put(String id, byte[] content) {
        watched(() -> map.put(id, content));
      }

      @Override
      public void putAll(Map<String, byte[]> contents) {
        watched(() -> map.putAll(contents));
      }

      @Override
      public boolean putIfAbsent(String id, byte[] content) {
        return watched(() -> map.putIfAbsent(id, content));
      }

      @Override
      public boolean replace(String id, byte[] expected, byte[] content) {
        return watched(() -> map.replace(id, expected, content));
      }

      @Override
      public void remove(String id) {
        watched(() -> map.remove(id));
      }

      @Override
      public void removeAll(Collection<String> ids) {
        watched(() -> map.removeAll(ids));
      }

      @Override
      public Map<String, byte[]> all() {
        return watched(map::all);
      }
    };
  }
}
