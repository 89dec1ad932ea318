package io.lull.coordinator.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MapStoreConfig;
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
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** One Hazelcast member with everything that is not needed switched off. */
public final class GridMemory implements Shelves, AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int NAME_BYTES = 16;

  private final HazelcastInstance member;
  private final Map<Kind, Shelf> shelves = new EnumMap<>(Kind.class);

  private GridMemory(HazelcastInstance member) {
    this.member = member;
    for (final Kind kind : Kind.values()) {
      shelves.put(kind, new MapShelf(member.getMap(name(kind))));
    }
  }

  /**
   * Starts a member that nobody can join.
   *
   * @param database may block until the database is open
   * @param random for the member's name, which is its only secret
   * @throws StoreException with one line when the member or the database does not start
   */
  public static GridMemory start(Supplier<Database> database, SecureRandom random) {
    final HazelcastInstance member;
    try {
      member = Hazelcast.newHazelcastInstance(config(database, name(random)));
    } catch (HazelcastException | IllegalStateException e) {
      throw new StoreException("the grid's memory does not start: " + e.getMessage(), e);
    }
    try {
      // Maps that cannot be loaded would be tried again and again.
      Objects.requireNonNull(database.get());
      return new GridMemory(member);
    } catch (StoreException e) {
      member.getLifecycleService().terminate();
      throw e;
    } catch (HazelcastException e) {
      member.getLifecycleService().terminate();
      throw new StoreException("the grid's memory cannot be filled: " + e.getMessage(), e);
    }
  }

  @Override
  public Shelf shelf(Kind kind) {
    return Objects.requireNonNull(shelves.get(kind));
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

  private static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Config config(Supplier<Database> database, String clusterName) {
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
    for (final Kind kind : Kind.values()) {
      config.addMapConfig(map(kind, database));
    }
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

  private static MapConfig map(Kind kind, Supplier<Database> database) {
    final String name = name(kind);
    return new MapConfig(name)
        .setMapStoreConfig(
            new MapStoreConfig()
                .setEnabled(true)
                .setWriteDelaySeconds(0)
                .setInitialLoadMode(MapStoreConfig.InitialLoadMode.EAGER)
                .setImplementation(new DatabaseMapStore(database, name)));
  }

  /** A map as a shelf. */
  private record MapShelf(IMap<String, byte[]> map) implements Shelf {
    @Override
    public Optional<byte[]> get(String id) {
      return attempt(() -> Optional.ofNullable(map.get(id)));
    }

    @Override
    public void put(String id, byte[] content) {
      attempt(() -> {
        map.set(id, content);
        return true;
      });
    }

    @Override
    public boolean putIfAbsent(String id, byte[] content) {
      return attempt(() -> map.putIfAbsent(id, content) == null);
    }

    @Override
    public boolean replace(String id, byte[] expected, byte[] content) {
      return attempt(() -> map.replace(id, expected, content));
    }

    @Override
    public void remove(String id) {
      attempt(() -> {
        map.delete(id);
        return true;
      });
    }

    @Override
    public Map<String, byte[]> all() {
      return attempt(() -> Map.copyOf(map.getAll(map.keySet())));
    }

    private static <T> T attempt(Supplier<T> work) {
      try {
        return work.get();
      } catch (HazelcastException e) {
        throw new StoreException("the grid's memory does not answer: " + e.getMessage(), e);
      }
    }
  }
}
