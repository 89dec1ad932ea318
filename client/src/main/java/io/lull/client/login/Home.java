package io.lull.client.login;

import io.lull.client.ClientFailure;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.OwnerSocket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * This user's folders.
 *
 * @param configuration credentials and the coordinator's address
 * @param agent the data folder of this user's agent
 * @param service the folder with the owners' socket of the agent that runs as a service
 */
public record Home(Path configuration, Path agent, Path service) {
  private static final String AGENT_DATA = "LULL_AGENT_DATA";

  /** For a user who needs only this agent. */
  public Home(Path configuration, Path agent) {
    this(configuration, agent, agent);
  }

  /**
   * @param environment LULL_HOME and LULL_AGENT_DATA override the platform's folders
   * @param os Java's name of the system
   */
  public static Home of(Map<String, String> environment, String os, Path userHome) {
    final String system = os.toLowerCase(Locale.ROOT);
    final Path configuration;
    final Path agent;
    final Path service;
    if (system.startsWith("windows")) {
      configuration = folder(environment, "APPDATA", userHome.resolve("AppData/Roaming"), "Lull");
      agent = folder(environment, "LOCALAPPDATA", userHome.resolve("AppData/Local"), "Lull/agent");
      service = folder(environment, "ProgramData", Path.of("C:/ProgramData"), "Lull/run");
    } else if (system.startsWith("mac")) {
      configuration = userHome.resolve("Library/Application Support/Lull");
      agent = configuration.resolve("agent");
      service = Path.of("/Library/Application Support/Lull/run");
    } else {
      configuration = folder(environment, "XDG_CONFIG_HOME", userHome.resolve(".config"), "lull");
      agent = folder(environment, "XDG_DATA_HOME", userHome.resolve(".local/share"), "lull/agent");
      service = Path.of("/run/lull");
    }
    return new Home(
        folder(environment, "LULL_HOME", configuration, ""),
        folder(environment, AGENT_DATA, agent, ""),
        folder(environment, AGENT_DATA, service, ""));
  }

  /** The folder of this user's agent: their own, or the service's if there is only that. */
  public Path agentAsked() {
    return !Files.exists(agent.resolve(OwnerSocket.FILE))
            && Files.exists(service.resolve(OwnerSocket.FILE))
        ? service
        : agent;
  }

  private static Path folder(
      Map<String, String> environment, String variable, Path otherwise, String below) {
    final String value = environment.getOrDefault(variable, "");
    return (value.isBlank() ? otherwise : Path.of(value)).resolve(below);
  }

  public Path credentials() {
    return configuration.resolve("credentials");
  }

  public Path coordinatorFile() {
    return configuration.resolve("coordinator");
  }

  /**
   * @throws ClientFailure if this user has not logged in, or the login has expired
   */
  public Identity identity(Clock clock) {
    if (!Identity.present(credentials())) {
      throw new ClientFailure(
          ClientFailure.Kind.NOT_ALLOWED,
          "you are not logged in (no credentials in "
              + credentials()
              + "): ask an administrator for a token, then run lull login --coordinator HOST:PORT"
              + " --enroll TOKEN");
    }
    try {
      final Identity identity = Identity.load(credentials());
      final Instant end = identity.certificate().getNotAfter().toInstant();
      if (end.isBefore(Instant.ofEpochMilli(clock.epochMillis()))) {
        throw new ClientFailure(
            ClientFailure.Kind.NOT_ALLOWED,
            "your credentials expired at "
                + end
                + ": ask an administrator for a token, then run lull login --coordinator HOST:PORT"
                + " --enroll TOKEN");
      }
      return identity;
    } catch (IOException e) {
      throw new ClientFailure(
          ClientFailure.Kind.BAD_INPUT,
          e.getMessage()
              + ": ask an administrator for a token, then run lull login --coordinator HOST:PORT"
              + " --enroll TOKEN",
          e);
    }
  }

  public List<HostPort> coordinators() {
    try {
      return HostPort.parseAll(Files.readString(coordinatorFile()).strip());
    } catch (IOException e) {
      throw new ClientFailure(
          ClientFailure.Kind.BAD_INPUT,
          "no coordinator address in " + coordinatorFile() + ": log in again (lull login)",
          e);
    } catch (IllegalArgumentException e) {
      throw new ClientFailure(
          ClientFailure.Kind.BAD_INPUT,
          "in " + coordinatorFile() + ": " + e.getMessage() + "; or log in again (lull login)",
          e);
    }
  }

  /** Stores a login; the credentials last, so that an interrupted write is not a login. */
  public void store(Identity identity, List<HostPort> coordinators) throws IOException {
    Files.createDirectories(configuration);
    final String addresses =
        coordinators.stream().map(HostPort::toString).collect(Collectors.joining(","));
    Files.writeString(coordinatorFile(), addresses + "\n");
    identity.store(credentials());
  }
}
