package io.lull.agent.app;

import io.lull.protocol.transport.HostPort;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The agent's options.
 *
 * @param coordinators tried in turn
 * @param data the agent's own folder
 * @param enrolment for the first start
 * @param name of the node; by default the machine's
 * @param input as in the contract: {@code auto}, {@code x11}, {@code script:FILE}, {@code none}...
 * @param config the owner's settings as a file
 * @param policy the administrator's bounds as a file; by default the system's place for it, if it
 *     exists
 * @param others the other processes of Lull on this computer
 */
public record AgentOptions(
    List<HostPort> coordinators,
    Path data,
    Enrolment enrolment,
    Optional<String> name,
    String input,
    Optional<Path> config,
    Optional<Path> policy,
    OtherProcesses others) {
  public AgentOptions {
    coordinators = List.copyOf(coordinators);
    if (coordinators.isEmpty()) {
      throw new IllegalArgumentException("no coordinator is named: give --coordinator HOST:PORT");
    }
  }

  /**
   * The token for a first enrolment.
   *
   * @param token its text
   * @param file that held it, deleted after the enrolment; empty: kept by the caller
   */
  public record Enrolment(Optional<String> token, Optional<Path> file) {
    /** The node is enrolled already. */
    public static final Enrolment NONE = new Enrolment(Optional.empty(), Optional.empty());
  }

  /**
   * What other processes on this computer do for the agent, and where they and people reach it.
   *
   * @param session for watchers of graphical sessions; empty: in the data folder if the input is
   *     chosen automatically, else nowhere
   * @param owner for people of this computer; empty: nowhere
   * @param guests where the agent reaches the guest service as a user of their own; empty: the
   *     agent starts them
   * @param deviceUser whose watcher at the session socket watches the computer's own input devices;
   *     empty: the agent watches them
   */
  public record OtherProcesses(
      Optional<Path> session,
      Optional<Path> owner,
      Optional<Path> guests,
      Optional<String> deviceUser) {}
}
