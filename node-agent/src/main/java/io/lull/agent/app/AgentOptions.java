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
 * @param enrolment at the first start
 * @param name of the node; by default the machine's
 * @param input as in the contract: {@code auto}, {@code x11}, {@code script:FILE}, {@code none}...
 * @param config the owner's settings as a file
 * @param policy what an administrator allows the owner to set, as a file; by default the system's
 *     place for it, if there is one
 * @param sockets beside those in the data folder
 */
public record AgentOptions(
    List<HostPort> coordinators,
    Path data,
    Enrolment enrolment,
    Optional<String> name,
    String input,
    Optional<Path> config,
    Optional<Path> policy,
    Sockets sockets) {
  public AgentOptions {
    coordinators = List.copyOf(coordinators);
    if (coordinators.isEmpty()) {
      throw new IllegalArgumentException("no coordinator is named: give --coordinator HOST:PORT");
    }
  }

  /**
   * What lets a node in.
   *
   * @param token its text
   * @param file that held it and is to be gone once the node is in; empty: its giver keeps it
   */
  public record Enrolment(Optional<String> token, Optional<Path> file) {
    /** A node that is in already. */
    public static final Enrolment NONE = new Enrolment(Optional.empty(), Optional.empty());
  }

  /**
   * Where others of this computer reach the agent.
   *
   * @param session where watchers of graphical sessions are heard; empty: in the data folder where
   *     the input is chosen by itself, else nowhere
   * @param owner where people of this computer are answered; empty: nowhere
   */
  public record Sockets(Optional<Path> session, Optional<Path> owner) {}
}
