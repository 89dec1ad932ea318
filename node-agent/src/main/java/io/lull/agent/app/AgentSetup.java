package io.lull.agent.app;

import io.lull.agent.settings.SettingsStore;
import io.lull.agent.worker.WorkerJvm;
import io.lull.platform.Platform;
import io.lull.platform.input.InputSource;
import io.lull.platform.machine.MachineFacts;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import java.nio.file.Path;
import java.util.List;

/**
 * What an agent is constructed from.
 *
 * @param folder the agent's own
 */
record AgentSetup(
    List<HostPort> coordinators,
    Path folder,
    Identity identity,
    Machine machine,
    List<InputSource> sources,
    SettingsStore settings,
    WorkerJvm jvm) {

  /**
   * The computer, and what its system can do.
   *
   * @param speed of one core, measured
   */
  record Machine(Platform platform, MachineFacts facts, double speed) {}
}
