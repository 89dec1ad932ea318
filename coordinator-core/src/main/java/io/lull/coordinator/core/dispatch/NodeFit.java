package io.lull.coordinator.core.dispatch;

import io.lull.coordinator.core.job.JobTerms;
import io.lull.scheduling.GuestFeature;
import io.lull.scheduling.JobDemand;
import io.lull.scheduling.NodeTraits;
import io.lull.scheduling.Requirement;
import java.util.EnumSet;
import java.util.Set;

/** What a job needs of a node, and what a node has, in the scheduler's terms. */
final class NodeFit {
  private NodeFit() {}

  /** Whether the node has what every worker of the job needs. */
  static boolean fits(JobTerms terms, NodeEntry node) {
    return needs(terms).areMetBy(node.name(), traits(node));
  }

  static JobDemand.Needs needs(JobTerms terms) {
    return new JobDemand.Needs(
        terms.memoryBytes(),
        Requirement.parse(terms.spec().getRequire()),
        features(terms.spec().getNetwork(), terms.spec().getBag().hasImage()));
  }

  static NodeTraits traits(NodeEntry node) {
    return new NodeTraits(
        node.facts().getOs(),
        node.facts().getCores(),
        node.facts().getMemoryBytes(),
        node.facts().getSpeed(),
        Set.copyOf(node.status().getLabelsList()),
        features(node.status().getOpenNetwork(), node.facts().getImages()));
  }

  /** Of all its cores together: a worker computes on each of them. */
  static double speed(NodeEntry node) {
    return node.facts().getSpeed() * Math.max(1, node.facts().getCores());
  }

  private static Set<GuestFeature> features(boolean network, boolean images) {
    final Set<GuestFeature> features = EnumSet.noneOf(GuestFeature.class);
    if (network) {
      features.add(GuestFeature.NETWORK);
    }
    if (images) {
      features.add(GuestFeature.IMAGES);
    }
    return features;
  }
}
