package io.lull.coordinator.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import io.lull.coordinator.database.Database;
import io.lull.coordinator.store.Shelf;
import io.lull.coordinator.store.Shelves;
import io.lull.coordinator.store.StoreException;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One Hazelcast member with everything that is not needed switched off. What is put on its shelves
 * is in the database before it is in a map; they are written by whoever leads, and by nobody else.
 */
public final class GridMemory implements Shelves, AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int NAME_BYTES = 16;
  private static final String NOT_FILLED = "the shelves are not filled yet";

  private final HazelcastInstance member;
  private final Map<Kind, Shelf> shelves = new EnumMap<>(Kind.class);
  private @Nullable Database filled;

  private GridMemory(HazelcastInstance member) {
    this.member = member;
  }

  /**
   * Starts a member that nobody can join, with nothing on its shelves.
   *
   * @param random for the member's name, which is its only secret
   * @throws StoreException with one line when the member does not start
   */
  public static GridMemory start(SecureRandom random) {
    try {
      return new GridMemory(Hazelcast.newHazelcastInstance(config(name(random))));
    } catch (HazelcastException | IllegalStateException e) {
      throw new StoreException("the grid's memory does not start: " + e.getMessage(), e);
    }
  }

  /**
   * Fills the shelves with what the database has.
   *
   * @throws StoreException with one line when it cannot be read
   */
  public void fill(Database database) {
    filled = database;
    for (final Kind kind : Kind.values()) {
      final IMap<String, byte[]> map = member.getMap(name(kind));
      attempt(() -> {
        map.clear();
        map.putAll(database.all(name(kind)));
        return true;
      });
      shelves.put(kind, new MapShelf(name(kind), map, database));
    }
  }

  @Override
  public Shelf shelf(Kind kind) {
    return Objects.requireNonNull(shelves.get(kind), NOT_FILLED);
  }

  @Override
  public void putAll(Map<Kind, Map<String, byte[]>> contents) {
    final Map<String, Map<String, byte[]>> named = new HashMap<>();
    contents.forEach((kind, some) -> named.put(name(kind), some));
    Objects.requireNonNull(filled, NOT_FILLED).putAll(named);
    attempt(() -> {
      named.forEach((name, some) -> member.<String, byte[]>getMap(name).putAll(some));
      return true;
    });
  }

  @Override
  public void close() {
    member.getLifecycleService().terminate();
  }

  /** Hazelcast admits whoever knows the name, so that nobody may guess it. */
  private static String name(SecureRandom random) {
    final byte[] bytes = new byte[NAME_BYTES];
    random.nextBytes(bytes);
    return "lull-" + HexFormat.of().formatHex(bytes);
  }

  /** What the database calls a kind of records. */
  public static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Config config(String clusterName) {
    final Config config = new Config();
    config.setClusterName(clusterName);
    config.setProperty("hazelcast.socket.bind.any", "false");
    config.setProperty("hazelcast.phone.home.enabled", "false");
    config.setProperty("hazelcast.logging.type", "slf4j");
    config.setProperty("hazelcast.shutdownhook.enabled", "false");
    config.setProperty("hazelcast.health.monitoring.level", "OFF");
    config.setProperty("hazelcast.wait.seconds.before.join", "0");
    config.setProperty("hazelcast.max.wait.seconds.before.join", "0");
    config.setProperty("hazelcast.io.thread.count", "1");
    config.setProperty("hazelcast.operation.thread.count", "2");
    config.setProperty("hazelcast.operation.generic.thread.count", "2");
    config.setProperty("hazelcast.event.thread.count", "1");
    config.setProperty("hazelcast.partition.count", "13");
    config.getMetricsConfig().setEnabled(false);
    config.getJetConfig().setEnabled(false);
    config.setNetworkConfig(loopbackOnly());
    config
        .getSerializationConfig()
        .setJavaSerializationFilterConfig(
            new JavaSerializationFilterConfig().setDefaultsDisabled(true));
    return config;
  }

  private static NetworkConfig loopbackOnly() {
    final NetworkConfig network = new NetworkConfig();
    network.setPort(0).setPortAutoIncrement(false).setPublicAddress(LOOPBACK);
    network.getInterfaces().setEnabled(true).addInterface(LOOPBACK);
    final JoinConfig join = network.getJoin();
    join.getMulticastConfig().setEnabled(false);
    join.getTcpIpConfig().setEnabled(false);
    join.getAutoDetectionConfig().setEnabled(false);
    return network;
  }

  private static <T> T attempt(Supplier<T> work) {
    try {
      return work.get();
    } catch (HazelcastException e) {
      throw new StoreException("the grid's memory does not answer: " + e.getMessage(), e);
    }
  }

  /** A map in front of a database: both are written in the same order, one write at a time. */
  private static final class MapShelf implements Shelf {
    private final String name;
    private final IMap<String, byte[]> map;
    private final Database database;

    MapShelf(String name, IMap<String, byte[]> map, Database database) {
      this.name = name;
      this.map = map;
      this.database = database;
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
      attempt(() -> {
        map.putAll(contents);
        return true;
      });
    }

    @Override
    public synchronized boolean putIfAbsent(String id, byte[] content) {
      return database.putIfAbsent(name, id, content) && remember(id, content);
    }

    @Override
    public synchronized boolean replace(String id, byte[] expected, byte[] content) {
      return database.replace(name, id, expected, content) && remember(id, content);
    }

    private boolean remember(String id, byte[] content) {
      attempt(() -> {
        map.set(id, content);
        return true;
      });
      return true;
    }

    @Override
    public void remove(String id) {
      removeAll(List.of(id));
    }

    @Override
    public synchronized void removeAll(Collection<String> ids) {
      database.removeAll(name, ids);
      attempt(() -> {
        ids.forEach(map::delete);
        return true;
      });
    }

    @Override
    public Map<String, byte[]> all() {
      return attempt(() -> Map.copyOf(map.getAll(map.keySet())));
    }
  }
}
