package io.lull.coordinator.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.DistributedObject;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.map.IMap;
import com.hazelcast.map.LocalMapStats;
import com.hazelcast.replicatedmap.ReplicatedMap;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.tunnel.MemberId;
import io.lull.coordinator.tunnel.Tunnel;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This member's part of the cluster that all members of a grid are. Any thread. */
public final class Cluster implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);

  private final HazelcastInstance member;

  private Cluster(HazelcastInstance member) {
    this.member = member;
  }

  /** Who is told of what happens to the cluster; must not block. */
  public interface Listener {
    /** Members came, or parts that were cut apart are one again. */
    void grew();

    /** A member is gone, or cut off. */
    void shrank();
  }

  /**
   * Joins the members that are known, or waits for others to join; takes seconds.
   *
   * @param name which all members of a grid derive from its secret
   * @throws StoreException with one line when it does not start
   */
  public static Cluster join(
      String name, MemberId self, Set<MemberId> others, Tunnel tunnel, Listener listener) {
    try {
      final HazelcastInstance member =
          HazelcastInstanceFactory.newHazelcastInstance(
              MemberConfig.among(name, SyntheticAddress.of(self), addresses(others)),
              self.toString(),
              new TunnelledNode(tunnel));
      member.getCluster().addMembershipListener(new Members(listener));
      member
          .getLifecycleService()
          .addLifecycleListener(event -> {
            if (event.getState() == LifecycleState.MERGED) {
              LOG.info("Rejoined the other members");
              listener.grew();
            }
          });
      return new Cluster(member);
    } catch (HazelcastException | IllegalStateException e) {
      throw new StoreException("the members' cluster does not start: " + e.getMessage(), e);
    }
  }

  private record Members(Listener listener) implements MembershipListener {
    @Override
    public void memberAdded(MembershipEvent event) {
      listener.grew();
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
      listener.shrank();
    }
  }

  /** From now on these are looked for, too, when parts of the cluster were cut apart. */
  public void know(Set<MemberId> others) {
    member.getConfig().getNetworkConfig().getJoin().getTcpIpConfig().setMembers(addresses(others));
  }

  private static List<String> addresses(Collection<MemberId> members) {
    return members.stream().map(SyntheticAddress::of).toList();
  }

  /** Those in the cluster as this one sees it, itself too. */
  public List<MemberId> members() {
    return member.getCluster().getMembers().stream()
        .map(Cluster::id)
        .flatMap(Optional::stream)
        .sorted(Comparator.comparingLong(MemberId::number))
        .toList();
  }

  private static Optional<MemberId> id(Member each) {
    try {
      return SyntheticAddress.parse(each.getAddress().getInetSocketAddress());
    } catch (IOException e) {
      LOG.debug("{} has no address", each, e);
      return Optional.empty();
    }
  }

  /** Records of the newest leader that this member has, as one that keeps them or as a backup. */
  public long held() {
    return ofNewest(
        MemberConfig.RECORDS,
        Long.MAX_VALUE,
        fence -> {
          final LocalMapStats stats = records(fence).getLocalMapStats();
          return stats.getOwnedEntryCount() + stats.getBackupEntryCount();
        },
        0L);
  }

  /** Nodes of which this member knows what they last said to the newest leader. */
  public int heard() {
    return ofNewest(MemberConfig.SESSIONS, Long.MAX_VALUE, fence -> sessions(fence).size(), 0);
  }

  IMap<String, byte[]> records(long fence) {
    return member.getMap(MemberConfig.RECORDS + fence);
  }

  ReplicatedMap<String, byte[]> sessions(long fence) {
    return member.getReplicatedMap(MemberConfig.SESSIONS + fence);
  }

  /** Of the last leader before; this member has its copy, and asks nobody. */
  Map<String, byte[]> sessionsBefore(long fence) {
    return ofNewest(MemberConfig.SESSIONS, fence, last -> new HashMap<>(sessions(last)), Map.of());
  }

  /**
   * What is known of the newest leader before that fence.
   *
   * @param otherwise where there is none, or a newer one throws it away at this moment
   */
  private <T> T ofNewest(String prefix, long below, LongFunction<? extends T> look, T otherwise) {
    try {
      final OptionalLong newest = newest(prefix, below);
      return newest.isPresent() ? look.apply(newest.getAsLong()) : otherwise;
    } catch (HazelcastException | IllegalStateException e) {
      LOG.debug("what a leader wrote to {} is not known", prefix, e);
      return otherwise;
    }
  }

  /** Throws away what former leaders wrote. */
  void dropBefore(long fence) {
    for (final DistributedObject object : member.getDistributedObjects()) {
      final boolean older =
          Stream.of(MemberConfig.RECORDS, MemberConfig.SESSIONS)
              .map(prefix -> fence(prefix, object))
              .anyMatch(found -> found.isPresent() && found.getAsLong() < fence);
      if (older) {
        object.destroy();
      }
    }
  }

  private OptionalLong newest(String prefix, long below) {
    return member.getDistributedObjects().stream()
        .map(object -> fence(prefix, object))
        .flatMapToLong(OptionalLong::stream)
        .filter(found -> found < below)
        .max();
  }

  private static OptionalLong fence(String prefix, DistributedObject object) {
    return object.getName().startsWith(prefix)
        ? OptionalLong.of(Long.parseLong(object.getName().substring(prefix.length())))
        : OptionalLong.empty();
  }

  /** At once, as if it had been lost: the leader has everything in the database. */
  @Override
  public void close() {
    member.getLifecycleService().terminate();
  }
}
