package io.lull.cli.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.simulator.comparison.PolicyComparison;
import io.lull.simulator.comparison.PolicyFindings;
import java.util.List;

/** A comparison of policies as JSON. */
final class ComparisonJson {
  private ComparisonJson() {}

  static ObjectNode of(
      PolicyComparison.Findings findings,
      List<? extends SimulationInput<?>> inputs,
      long seed,
      Level level,
      int nodes) {
    final ObjectNode document = JsonNodeFactory.instance.objectNode();
    final ArrayNode files = document.putArray("inputs");
    inputs.forEach(file -> files.addObject().put("file", file.name()).put("sha256", file.sha256()));
    document.put("seed", seed).put("level", level.title()).put("nodes", nodes);
    document
        .putObject("availability")
        .put("mean", findings.offered().mean())
        .put("cv", findings.offered().cv())
        .put("min", findings.offered().min())
        .put("max", findings.offered().max());
    final ArrayNode policies = document.putArray("policies");
    findings.policies().forEach(each -> policies.add(policy(each)));
    return document;
  }

  private static ObjectNode policy(PolicyFindings of) {
    final ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", of.contender().title())
            .put("jobs", of.jobs())
            .put("censored", of.censored())
            .put("meanResponseRatio", of.responseRatio())
            .put("meanWaitSeconds", of.waitSeconds())
            .put("meanBoundedSlowdown", of.slowdown().mean())
            .put("medianBoundedSlowdown", of.slowdown().median())
            .put("p95BoundedSlowdown", of.slowdown().percentile95())
            .put("utilisation", of.utilisation());
    node.putObject("nodeSeconds")
        .put("useful", of.nodeSeconds().useful())
        .put("lost", of.nodeSeconds().lost())
        .put("overhead", of.nodeSeconds().overhead())
        .put("idle", of.nodeSeconds().idle())
        .put("owner", of.nodeSeconds().owner())
        .put("offline", of.nodeSeconds().offline());
    node.put("evictions", of.changes().evictions()).put("suspensions", of.changes().suspended());
    node.putObject("changes")
        .put("grow", of.changes().grown())
        .put("shrink", of.changes().shrunk())
        .put("migrate", of.changes().migrated())
        .put("rebalance", 0);
    return node;
  }
}
