package io.lull.coordinator.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Optional;

/** Metrics of the connections to other members; absent where there are none. */
public final class MemberMetrics {
  private volatile Optional<Link> link = Optional.empty();

  /** What can be asked of it at any time; no answer waits for another member. */
  public interface Link {
    /** Members in touch with each other, this one too; 0 before the cluster has formed. */
    int members();

    /** Connections of strangers, and those that were too many. */
    long refused();

    /** Records that this member has a copy of. */
    long records();

    /** Connected nodes of which this member knows what they last said. */
    int nodes();
  }

  MemberMetrics(PrometheusRegistry registry) {
    GaugeWithCallback.builder()
        .name("lull_members")
        .help("Coordinators in touch with each other, this one too; 0: it is not yet.")
        .callback(gauge -> link.ifPresent(known -> gauge.call(known.members())))
        .register(registry);
    GaugeWithCallback.builder()
        .name("lull_member_records")
        .help("Records of jobs and nodes that this member has a copy of.")
        .callback(gauge -> link.ifPresent(known -> gauge.call((double) known.records())))
        .register(registry);
    GaugeWithCallback.builder()
        .name("lull_member_nodes")
        .help("Connected nodes of which this member knows what they last said.")
        .callback(gauge -> link.ifPresent(known -> gauge.call(known.nodes())))
        .register(registry);
    CounterWithCallback.builder()
        .name("lull_member_refusals_total")
        .help("Connections to the members' port that came to nothing.")
        .callback(counter -> link.ifPresent(known -> counter.call((double) known.refused())))
        .register(registry);
  }

  /** From now on this is shown. */
  public void show(Link shown) {
    link = Optional.of(shown);
  }

  public void showNothing() {
    link = Optional.empty();
  }

  /** Records that this member has a copy of; 0 where there is no link. */
  public long records() {
    return link.map(Link::records).orElse(0L);
  }

  /** Connected nodes of which this member knows what they last said; 0 where there is no link. */
  public int nodes() {
    return link.map(Link::nodes).orElse(0);
  }

  /** What health adds; empty where no other member is in touch. */
  Optional<String> words() {
    return link.map(Link::members)
        .filter(members -> members > 1)
        .map(members -> members + " members are in touch");
  }
}
