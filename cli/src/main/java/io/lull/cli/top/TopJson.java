package io.lull.cli.top;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.json.Views;
import io.lull.protocol.model.JobState;
import io.lull.protocol.model.NodeState;

/** The view as a document: counts, and the lists that they are of. */
public final class TopJson {
  private TopJson() {}

  public static ObjectNode of(Glance glance) {
    final ObjectNode o = JsonNodeFactory.instance.objectNode();
    o.set("at", Views.time(glance.atMillis()));
    final ObjectNode nodes = o.putObject("nodesByState");
    for (final NodeState state : NodeState.values()) {
      nodes.put(state.wire(), glance.nodesByState().getOrDefault(state, 0));
    }
    final ObjectNode jobs = o.putObject("jobsByState");
    for (final JobState state : JobState.values()) {
      if (!state.ended()) {
        jobs.put(state.wire(), glance.jobsByState().getOrDefault(state, 0));
      }
    }
    final Glance.Cores cores = glance.cores();
    o.putObject("cores")
        .put("atWork", cores.atWork())
        .put("free", cores.free())
        .put("withOwners", cores.withOwners());
    o.set("jobs", Views.jobs(glance.jobs()));
    o.set("nodes", Views.nodes(glance.nodes()));
    return o;
  }
}
