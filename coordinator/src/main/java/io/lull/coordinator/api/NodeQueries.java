package io.lull.coordinator.api;

import io.lull.coordinator.access.CallCost;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.protocol.wire.AvailabilityRequest;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.Explanation;
import io.lull.protocol.wire.HistoryPart;
import io.lull.protocol.wire.HistoryRequest;
import io.lull.protocol.wire.LanesRequest;
import io.lull.protocol.wire.LanesView;
import io.lull.protocol.wire.NodeEventList;
import io.lull.protocol.wire.NodeEventsRequest;
import io.lull.protocol.wire.NodeList;
import io.lull.protocol.wire.NodeView;
import java.util.function.Consumer;

/** What people ask about nodes, now and in the past; that administrators ask is recorded. */
public final class NodeQueries {
  private static final String STATE = "state and reason";
  private static final String HABITS = "state, reason and habits";
  private static final String USE = "use in the past";
  private static final String EXPORT = "use in the past, as a file";
  private static final String ALL_NODES = "";

  private final GridCommands commands;
  private final AvailabilityQueries availability;
  private final OwnerLooks looks;

  public NodeQueries(GridCommands commands, AvailabilityQueries availability, OwnerLooks looks) {
    this.commands = commands;
    this.availability = availability;
    this.looks = looks;
  }

  NodeList all(Caller caller) {
    looks.at(caller, ALL_NODES, STATE);
    return NodeList.newBuilder().addAllNodes(commands.nodes(caller)).build();
  }

  NodeView one(Caller caller, String node) {
    final NodeView view = commands.node(caller, node);
    looks.at(caller, node, STATE);
    return view;
  }

  Explanation explain(Caller caller, String node) {
    final Explanation explanation =
        Explanation.newBuilder().addAllLines(commands.explainNode(caller, node)).build();
    looks.at(caller, node, HABITS);
    return explanation;
  }

  /** Sums over all nodes tell nothing of anybody. */
  AvailabilityView availability(AvailabilityRequest request) {
    return availability.view(request, CallCost::add);
  }

  LanesView lanes(Caller caller, LanesRequest request) {
    final LanesView lanes = availability.lanes(request);
    request.getNodesList().forEach(node -> looks.at(caller, node, USE));
    return lanes;
  }

  /** All that is kept change by change, part by part. */
  void history(Caller caller, HistoryRequest request, Consumer<HistoryPart> parts) {
    looks.at(caller, ALL_NODES, EXPORT);
    availability.history(request, parts);
  }

  NodeEventList events(Caller caller, NodeEventsRequest request) {
    looks.at(caller, ALL_NODES, USE);
    return availability.events(request);
  }
}
