package io.lull.agent.app;

import io.lull.protocol.transport.HostPort;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How an agent is started.
 *
 * @param coordinators tried in turn
 * @param data the agent's own folder
 * @param enrol a token's text, at the first start
 * @param name of the node; by default the machine's
 * @param input as in the contract: {@code auto}, {@code x11}, {@code script:FILE}, {@code none}...
 * @param config the owner's settings as a file
 * @param policy what an administrator allows the owner to set, as a file; by default the system's
 *     place for it, if there is one
 * @param sessionSocket where watchers of graphical sessions are heard; empty: in the data folder
 *     where the input is chosen by itself, else nowhere
 */
public record AgentOptions(
    List<HostPort> coordinators,
    Path data,
    Optional<String> enrol,
    Optional<String> name,
    String input,
    Optional<Path> config,
    Optional<Path> policy,
    Optional<Path> sessionSocket) {
  public AgentOptions {
    coordinators = List.copyOf(coordinators);
    if (coordinators.isEmpty()) {
      throw new IllegalArgumentException("no coordinator is named: give --coordinator HOST:PORT");
    }
  }
}
