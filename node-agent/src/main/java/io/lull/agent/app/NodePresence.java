package io.lull.agent.app;

import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import io.lull.agent.owner.OwnerWatch;
import io.lull.agent.worker.WorkerLimits;
import io.lull.platform.guest.Sandbox;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import java.util.function.Supplier;

/**
 * What the node is, as reported to the coordinator.
 *
 * @param isolation how guests are confined: a sentence
 * @param sandbox that confines them
 */
record NodePresence(
    String name,
    AgentSetup.Machine machine,
    String isolation,
    Sandbox sandbox,
    int piecePort,
    Supplier<WorkerLimits> limits,
    Supplier<Settings> inForce,
    OwnerWatch watch) {
  static final String VERSION = "0.1.0";

  NodeStatus status() {
    return complete(watch.status());
  }

  /** Adds what the owner's watch does not know. */
  NodeStatus complete(NodeStatus status) {
    return status.toBuilder()
        .setSpeed(machine.speed())
        .setIsolation(isolation)
        .addAllLabels(inForce.get().get(Setting.LABELS).stream().sorted().toList())
        .addAllWelcome(inForce.get().get(Setting.WELCOME).stream().sorted().toList())
        .setOpenNetwork(inForce.get().get(Setting.GUEST_NETWORK) && sandbox.opensNetwork())
        .build();
  }

  NodeFacts facts(HostPort coordinator) {
    final WorkerLimits given = limits.get();
    return NodeFacts.newBuilder()
        .setOs(machine.facts().os())
        .setCores(given.cores())
        .setMemoryBytes(given.memoryBytes())
        .setSpeed(machine.speed())
        .setHost(LocalAddress.towards(coordinator))
        .setPiecePort(piecePort)
        .setInputSource(watch.status().getInputSource())
        .setIsolation(isolation)
        .setImages(sandbox.imageRoot().isPresent())
        .build();
  }
}
