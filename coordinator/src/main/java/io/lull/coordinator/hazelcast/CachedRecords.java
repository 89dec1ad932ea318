package io.lull.coordinator.hazelcast;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import io.lull.coordinator.core.store.RecordMap;
import io.lull.coordinator.core.store.RecordMaps;
import io.lull.coordinator.core.store.Sessions;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.database.Database;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The leader's records in memory. A write goes to the database first, then to the map; only the
 * leader writes.
 *
 * <p>A single coordinator has its maps in a Hazelcast member that no other can join. One of several
 * has them in its own process and replicates what matters to the others in the background: another
 * member that is frozen or cut off must not delay the leader.
 */
public final class CachedRecords implements RecordMaps, AutoCloseable {
  private static final int NAME_BYTES = 16;
  private static final String NOT_FILLED = "the records are not loaded yet";

  private final Function<Kind, ConcurrentMap<String, byte[]>> source;
  private final Replication replication;
  private final Runnable stop;
  private final Map<Kind, CachedRecordMap> maps = new EnumMap<>(Kind.class);
  private @Nullable Database filled;

  private CachedRecords(
      Function<Kind, ConcurrentMap<String, byte[]>> source,
      Replication replication,
      Runnable stop) {
    this.source = source;
    this.replication = replication;
    this.stop = stop;
  }

  /**
   * Starts a member that nobody can join, with no records.
   *
   * @param random for the member's name, which is its only secret
   * @throws StoreException with one line when the member does not start
   */
  public static CachedRecords alone(SecureRandom random) {
    try {
      final HazelcastInstance member =
          Hazelcast.newHazelcastInstance(MemberConfig.alone(name(random)));
      return new CachedRecords(
          kind -> member.getMap(name(kind)),
          Replication.NONE,
          () -> member.getLifecycleService().terminate());
    } catch (HazelcastException | IllegalStateException e) {
      throw new StoreException("the grid's memory does not start: " + e.getMessage(), e);
    }
  }

  /** With no records. */
  public static CachedRecords copied(Replication replication) {
    return new CachedRecords(_ -> new ConcurrentHashMap<>(), replication, () -> {});
  }

  /**
   * Loads every record of the database.
   *
   * @throws StoreException with one line when it cannot be read
   */
  public void fill(Database database) {
    filled = database;
    for (final Kind kind : Kind.values()) {
      final ConcurrentMap<String, byte[]> map = source.apply(kind);
      attempt(() -> {
        map.clear();
        map.putAll(database.all(name(kind)));
        return true;
      });
      maps.put(kind, new CachedRecordMap(name(kind), map, database, replication.of(kind, map)));
    }
  }

  @Override
  public RecordMap map(Kind kind) {
    return Objects.requireNonNull(maps.get(kind), NOT_FILLED);
  }

  @Override
  public void putAll(Map<Kind, Map<String, byte[]>> contents) {
    final Map<String, Map<String, byte[]>> named = new HashMap<>();
    contents.forEach((kind, some) -> named.put(name(kind), some));
    Objects.requireNonNull(filled, NOT_FILLED).putAll(named);
    contents.forEach(
        (kind, some) -> Objects.requireNonNull(maps.get(kind), NOT_FILLED).remember(some));
  }

  @Override
  public Sessions sessions() {
    return replication.sessions();
  }

  @Override
  public void close() {
    stop.run();
  }

  /** Hazelcast admits any member that knows the name, so the name must not be guessable. */
  private static String name(SecureRandom random) {
    final byte[] bytes = new byte[NAME_BYTES];
    random.nextBytes(bytes);
    return "lull-" + HexFormat.of().formatHex(bytes);
  }

  /** What the database calls a kind of records. */
  public static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <T> T attempt(Supplier<T> work) {
    try {
      return work.get();
    } catch (HazelcastException e) {
      throw new StoreException("the grid's memory does not answer: " + e.getMessage(), e);
    }
  }

  /** A map in front of a database: both are written in the same order, one write at a time. */
  private static final class CachedRecordMap implements RecordMap {
    private final String name;
    private final ConcurrentMap<String, byte[]> map;
    private final Database database;
    private final MapReplica copy;

    CachedRecordMap(
        String name, ConcurrentMap<String, byte[]> map, Database database, MapReplica copy) {
      this.name = name;
      this.map = map;
      this.database = database;
      this.copy = copy;
    }

    @Override
    public Optional<byte[]> get(String id) {
      return attempt(() -> Optional.ofNullable(map.get(id)));
    }

    @Override
    public void put(String id, byte[] content) {
      putAll(Map.of(id, content));
    }

    @Override
    public synchronized void putAll(Map<String, byte[]> contents) {
      database.putAll(name, contents);
      remember(contents);
    }

    /** What the database has. */
    synchronized void remember(Map<String, byte[]> contents) {
      attempt(() -> {
        map.putAll(contents);
        return true;
      });
      copy.changed(contents.keySet());
    }

    @Override
    public synchronized boolean putIfAbsent(String id, byte[] content) {
      return remembered(database.putIfAbsent(name, id, content), id, content);
    }

    @Override
    public synchronized boolean replace(String id, byte[] expected, byte[] content) {
      return remembered(database.replace(name, id, expected, content), id, content);
    }

    private boolean remembered(boolean written, String id, byte[] content) {
      if (written) {
        remember(Map.of(id, content));
      }
      return written;
    }

    @Override
    public void remove(String id) {
      removeAll(List.of(id));
    }

    @Override
    public synchronized void removeAll(Collection<String> ids) {
      database.removeAll(name, ids);
      attempt(() -> {
        ids.forEach(map::remove);
        return true;
      });
      copy.changed(ids);
    }

    @Override
    public Map<String, byte[]> all() {
      return attempt(() -> Map.copyOf(map));
    }
  }
}
