package io.lull.coordinator.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.config.ReplicatedMapConfig;
import com.hazelcast.spi.merge.DiscardMergePolicy;
import java.util.List;

/** A Hazelcast member with everything that is not needed switched off. */
final class MemberConfig {
  /** Followed by a fence. */
  static final String RECORDS = "records-";

  /** Followed by a fence. */
  static final String SESSIONS = "sessions-";

  private static final String LOOPBACK = "127.0.0.1";

  /** A member that says nothing for so long is out. */
  private static final int SILENCE_SECONDS = 5;

  /** Parts that were cut apart find each other again. */
  private static final int MERGE_SECONDS = 10;

  /** The longest wait for an answer of other members. */
  private static final int CALL_MILLIS = 3_000;

  private static final int JOIN_SECONDS = 20;

  /** To be accepted by one member. */
  private static final int CONNECT_SECONDS = 6;

  /** Beside the first, so that any two can go at once. */
  private static final int LATER_BACKUPS = 2;

  private MemberConfig() {}

  /** That nobody can join. */
  static Config alone(String cluster) {
    final Config config = common(cluster);
    config.getNetworkConfig().setPublicAddress(LOOPBACK);
    return config;
  }

  /**
   * That joins others.
   *
   * @param standIn the address that stands for it
   * @param others those that stand for the others
   */
  static Config among(String cluster, String standIn, List<String> others) {
    final Config config = common(cluster);
    config.getNetworkConfig().setPublicAddress(standIn);
    config
        .getNetworkConfig()
        .getJoin()
        .getTcpIpConfig()
        .setEnabled(true)
        .setConnectionTimeoutSeconds(CONNECT_SECONDS)
        .setMembers(others);
    set(config, "hazelcast.socket.client.bind", false);
    set(config, "hazelcast.heartbeat.interval.seconds", 1);
    set(config, "hazelcast.max.no.heartbeat.seconds", SILENCE_SECONDS);
    set(config, "hazelcast.merge.first.run.delay.seconds", MERGE_SECONDS);
    set(config, "hazelcast.merge.next.run.delay.seconds", MERGE_SECONDS);
    set(config, "hazelcast.max.join.seconds", JOIN_SECONDS);
    set(config, "hazelcast.operation.call.timeout.millis", CALL_MILLIS);
    set(config, "hazelcast.operation.backup.timeout.millis", CALL_MILLIS);
    final MergePolicyConfig nothing = new MergePolicyConfig();
    nothing.setPolicy(DiscardMergePolicy.class.getName());
    config.addMapConfig(
        new MapConfig(RECORDS + "*")
            .setBackupCount(1)
            .setAsyncBackupCount(LATER_BACKUPS)
            .setMergePolicyConfig(nothing));
    config.addReplicatedMapConfig(
        new ReplicatedMapConfig(SESSIONS + "*").setMergePolicyConfig(nothing));
    return config;
  }

  private static Config common(String cluster) {
    final Config config = new Config();
    config.setClusterName(cluster);
    set(config, "hazelcast.socket.bind.any", false);
    set(config, "hazelcast.phone.home.enabled", false);
    set(config, "hazelcast.logging.type", "slf4j");
    // Else every line bears the cluster's name, which is a secret.
    set(config, "hazelcast.logging.details.enabled", false);
    set(config, "hazelcast.shutdownhook.enabled", false);
    set(config, "hazelcast.health.monitoring.level", "OFF");
    set(config, "hazelcast.wait.seconds.before.join", 0);
    set(config, "hazelcast.max.wait.seconds.before.join", 0);
    set(config, "hazelcast.io.thread.count", 1);
    set(config, "hazelcast.operation.thread.count", 2);
    set(config, "hazelcast.operation.generic.thread.count", 2);
    set(config, "hazelcast.event.thread.count", 1);
    set(config, "hazelcast.partition.count", 13);
    config.getMetricsConfig().setEnabled(false);
    config.getJetConfig().setEnabled(false);
    config.setNetworkConfig(loopbackOnly());
    config
        .getSerializationConfig()
        .setJavaSerializationFilterConfig(new JavaSerializationFilterConfig());
    return config;
  }

  private static void set(Config config, String property, Object value) {
    config.setProperty(property, value.toString());
  }

  private static NetworkConfig loopbackOnly() {
    final NetworkConfig network = new NetworkConfig();
    network.setPort(0).setPortAutoIncrement(false);
    network.getInterfaces().setEnabled(true).addInterface(LOOPBACK);
    final JoinConfig join = network.getJoin();
    join.getMulticastConfig().setEnabled(false);
    join.getTcpIpConfig().setEnabled(false);
    join.getAutoDetectionConfig().setEnabled(false);
    return network;
  }
}
