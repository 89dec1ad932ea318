package io.lull.cli.doctor;

import io.lull.cli.doctor.Finding.Area;
import io.lull.client.ClientFailure;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.OwnerSession;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.protocol.wire.SourceHealth;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Whether this computer's agent runs, sees its owner, and can take guests. */
public final class AgentExamination {
  /** As the agent reports that its guests cannot be confined. */
  private static final String UNCONFINED = "unconfined";

  private final Path folder;
  private final Path configuration;
  private final Supplier<OwnerStatus> status;
  private final Reachability reach;

  /**
   * @param folder the agent's
   * @param configuration of an agent that is installed as a service; it need not exist
   * @param status asks the agent; throws {@link ClientFailure} if it does not answer
   */
  public AgentExamination(
      Path folder, Path configuration, Supplier<OwnerStatus> status, Reachability reach) {
    this.folder = folder;
    this.configuration = configuration;
    this.status = status;
    this.reach = reach;
  }

  /** Whether this computer has or should have an agent. */
  public boolean applies() {
    return Files.exists(folder) || Files.exists(configuration);
  }

  public List<Finding> examine() {
    final OwnerStatus told;
    try {
      told = status.get();
    } catch (ClientFailure e) {
      return List.of(unanswered(e));
    }
    final List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.good(Area.AGENT, "agent", told.getNode() + ": " + told.getStatus().getReason()));
    findings.addAll(connection(told));
    findings.add(sandbox(told));
    findings.addAll(owner(told));
    for (final String warning : told.getWarningsList()) {
      findings.add(Finding.doubtful(Area.AGENT, "agent", warning, "see the agent's log"));
    }
    if (Files.isReadable(folder)) {
      findings.add(DiskSpace.of(Area.AGENT, folder));
    }
    return findings;
  }

  private Finding unanswered(ClientFailure failure) {
    return failure.kind() == ClientFailure.Kind.NOT_ALLOWED
        ? Finding.doubtful(
            Area.AGENT,
            "agent",
            "the agent in " + folder + " belongs to another user",
            "run lull doctor as that user, or as root")
        : Finding.fault(
            Area.AGENT,
            "agent",
            failure.line(),
            "start it (systemctl status lull-agent, journalctl -u lull-agent), or give its data"
                + " folder with --agent-data");
  }

  private List<Finding> connection(OwnerStatus status) {
    if (status.getConnected()) {
      return List.of(
          Finding.good(Area.AGENT, "coordinator", "it is connected to " + status.getCoordinator()));
    }
    final List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.fault(
            Area.AGENT,
            "coordinator",
            "it is not connected to a coordinator",
            "see what follows, and the agent's log"));
    try {
      findings.addAll(
          new Addresses(Area.AGENT, reach).examine(HostPort.parseAll(status.getCoordinator())));
    } catch (IllegalArgumentException e) {
      // It does not name one.
      return findings;
    }
    return findings;
  }

  private static Finding sandbox(OwnerStatus status) {
    final String isolation = status.getStatus().getIsolation();
    return status.getKind().equals(UNCONFINED)
        ? Finding.fault(
            Area.AGENT,
            "sandbox",
            status.getStatus().getReason(),
            "install bubblewrap (apt install bubblewrap) and allow users to create namespaces, then"
                + " restart the agent")
        : Finding.good(Area.AGENT, "sandbox", isolation.isEmpty() ? "as required" : isolation);
  }

  private static List<Finding> owner(OwnerStatus status) {
    final List<Finding> findings = new ArrayList<>();
    final List<SourceHealth> working =
        status.getSourcesList().stream().filter(SourceHealth::getWorking).toList();
    final List<SourceHealth> broken =
        status.getSourcesList().stream().filter(source -> !source.getWorking()).toList();
    if (working.isEmpty()) {
      findings.add(
          Finding.fault(
              Area.AGENT,
              "owner",
              "nothing tells the agent of the keyboard and mouse, so its owner counts as present",
              "see lull owner status, and docs/platforms.md for what this desktop needs"));
    } else {
      findings.add(
          Finding.good(
              Area.AGENT,
              "owner",
              "seen by "
                  + String.join(", ", working.stream().map(SourceHealth::getName).toList())));
    }
    for (final SourceHealth source : broken) {
      findings.add(
          Finding.doubtful(
              Area.AGENT,
              "owner",
              source.getName() + " does not work: " + source.getDetail(),
              working.isEmpty()
                  ? "make one of them work"
                  : "nothing, if the others see all input"));
    }
    for (final OwnerSession session : status.getSessionsList()) {
      if (session.getSeenByCount() == 0) {
        findings.add(
            Finding.fault(
                Area.AGENT,
                "owner",
                "nothing sees the session of " + session.getUser() + " (" + session.getKind() + ")",
                "start lull session-watch in that session; the package does so at the next login"));
      }
    }
    return findings;
  }
}
