package io.lull.cli.top;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.json.JsonViews;
import io.lull.protocol.model.JobState;
import io.lull.protocol.model.NodeState;

/** The view as a document: counts, and the lists that they count. */
public final class TopJson {
  private TopJson() {}

  public static ObjectNode of(TopSnapshot glance) {
    final ObjectNode o = JsonNodeFactory.instance.objectNode();
    o.set("at", JsonViews.time(glance.atMillis()));
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
    final TopSnapshot.Cores cores = glance.cores();
    o.putObject("cores")
        .put("atWork", cores.atWork())
        .put("free", cores.free())
        .put("withOwners", cores.withOwners());
    o.set("jobs", JsonViews.jobs(glance.jobs()));
    o.set("nodes", JsonViews.nodes(glance.nodes()));
    return o;
  }
}
