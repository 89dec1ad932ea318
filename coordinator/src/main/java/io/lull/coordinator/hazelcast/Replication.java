package io.lull.coordinator.hazelcast;

import com.google.protobuf.InvalidProtocolBufferException;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import io.lull.coordinator.core.store.RecordMaps.Kind;
import io.lull.coordinator.core.store.Sessions;
import io.lull.protocol.wire.NodeStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replicates the leader's records of jobs and nodes, and the newest status of each connected node,
 * to the other members. A thread of its own does it when there is a cluster. Each leader writes to
 * maps that bear its fence, so that no former leader can change what a later one has written. Any
 * thread.
 */
public final class Replication implements AutoCloseable {
  /** Of a coordinator that has no others. */
  static final Replication NONE = new Replication(0, Map.of(), Optional::empty);

  /** What others have no use for, secrets most of all, stays in the database. */
  private static final Set<Kind> COPIED = Set.of(Kind.JOB, Kind.NODE);

  private static final Duration RETRY = Duration.ofSeconds(1);

  /** Older maps are looked for so often: a former leader may have woken and written one. */
  private static final Duration SWEEP = Duration.ofSeconds(10);

  private static final Duration STOP_PATIENCE = Duration.ofSeconds(1);
  private static final Logger LOG = LoggerFactory.getLogger(Replication.class);

  private final long fence;

  /** What nodes last said to the leader before. */
  private final Map<String, byte[]> former;

  private final Supplier<Optional<Cluster>> cluster;
  private final List<MapReplica> records = new CopyOnWriteArrayList<>();
  private final ConcurrentMap<String, byte[]> spoken = new ConcurrentHashMap<>();
  private final Semaphore woken = new Semaphore(0);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final MapReplica sessions = new MapReplica("", spoken, woken::release);
  private boolean complained;
  private volatile Thread thread = Thread.ofPlatform().unstarted(() -> {});

  private Replication(long fence, Map<String, byte[]> former, Supplier<Optional<Cluster>> cluster) {
    this.fence = fence;
    this.former = former;
    this.cluster = cluster;
  }

  /**
   * @param fence under which this member leads
   * @param cluster empty until there is one
   */
  public static Replication start(long fence, Supplier<Optional<Cluster>> cluster) {
    // Before the thread starts: it drops the maps of the leader before.
    final Map<String, byte[]> former =
        cluster.get().map(others -> others.sessionsBefore(fence)).orElse(Map.of());
    final Replication replication = new Replication(fence, former, cluster);
    replication.thread =
        Thread.ofPlatform().name("lull-copies").daemon().start(replication::keepCopying);
    return replication;
  }

  MapReplica of(Kind kind, Map<String, byte[]> original) {
    if (this == NONE || !COPIED.contains(kind)) {
      return MapReplica.NONE;
    }
    final MapReplica copy =
        new MapReplica(CachedRecords.name(kind) + "/", original, woken::release);
    records.add(copy);
    woken.release();
    return copy;
  }

  /**
   * Members came or went, or parts that were cut apart are one again: nothing is taken for sure.
   */
  public void changedWhole() {
    sessions.changedWhole();
    records.forEach(MapReplica::changedWhole);
  }

  private void keepCopying() {
    try {
      boolean behind = false;
      while (closed.getCount() > 0) {
        behind |= woken.tryAcquire(SWEEP.toMillis(), TimeUnit.MILLISECONDS);
        woken.drainPermits();
        final Optional<Cluster> others = cluster.get();
        if (others.isPresent() && copy(others.get(), behind)) {
          behind = false;
        } else if (!closed.await(RETRY.toMillis(), TimeUnit.MILLISECONDS) && behind) {
          woken.release();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** False when it is to be tried again. */
  private boolean copy(Cluster others, boolean behind) {
    try {
      if (behind) {
        sessions.run(others.sessions(fence));
        for (final MapReplica copy : records) {
          copy.run(others.records(fence));
        }
      }
      others.dropBefore(fence);
      complained = false;
      return true;
    } catch (HazelcastInstanceNotActiveException e) {
      LOG.debug("the cluster is closed", e);
      return false;
    } catch (HazelcastException | IllegalStateException e) {
      if (!complained && closed.getCount() > 0) {
        complained = true;
        LOG.warn("Replication to other members is behind: {}", e.toString());
      }
      return false;
    }
  }

  Sessions sessions() {
    return this == NONE ? Sessions.NONE : new Spoken();
  }

  /** What nodes last said. */
  private final class Spoken implements Sessions {
    @Override
    public Map<String, NodeStatus> former() {
      final Map<String, NodeStatus> statuses = new HashMap<>();
      former.forEach((node, status) -> {
        try {
          statuses.put(node, NodeStatus.parseFrom(status));
        } catch (InvalidProtocolBufferException e) {
          LOG.debug("what {} last said cannot be read", node, e);
        }
      });
      return statuses;
    }

    @Override
    public void said(String node, NodeStatus status) {
      spoken.put(node, status.toByteArray());
      sessions.changed(List.of(node));
    }

    @Override
    public void gone(String node) {
      if (spoken.remove(node) != null) {
        sessions.changed(List.of(node));
      }
    }
  }

  /** What was not copied by now is not. */
  @Override
  public void close() {
    closed.countDown();
    woken.release();
    try {
      thread.join(STOP_PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
