package io.lull.cli.doctor;

import io.lull.cli.doctor.Finding.Area;
import io.lull.cli.doctor.Reachability.Obstacle;
import io.lull.protocol.transport.HostPort;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Whether the addresses of a grid's coordinators can be reached: one that leads is enough. */
final class Addresses {
  private static final String SUBJECT = "network";

  private final Area area;
  private final Reachability reach;

  Addresses(Area area, Reachability reach) {
    this.area = area;
    this.reach = reach;
  }

  List<Finding> examine(List<HostPort> addresses) {
    final Map<Obstacle, List<HostPort>> found = new EnumMap<>(Obstacle.class);
    for (final HostPort address : addresses) {
      found.computeIfAbsent(reach.obstacle(address), _ -> new ArrayList<>()).add(address);
    }
    final List<HostPort> reached = found.getOrDefault(Obstacle.NONE, List.of());
    final List<Finding> findings = new ArrayList<>();
    if (!reached.isEmpty()) {
      findings.add(
          Finding.good(area, SUBJECT, "a connection to " + names(reached) + " is possible"));
    }
    found.forEach((obstacle, those) -> {
      if (obstacle == Obstacle.REFUSED && !reached.isEmpty()) {
        // A coordinator that stands by listens to nobody.
        findings.add(Finding.good(area, SUBJECT, names(those) + " may be standing by"));
      } else if (obstacle != Obstacle.NONE) {
        findings.add(finding(obstacle, names(those), reached.isEmpty()));
      }
    });
    return findings;
  }

  private Finding finding(Obstacle obstacle, String names, boolean none) {
    final Finding fault =
        switch (obstacle) {
          case NAME_UNKNOWN ->
              Finding.fault(
                  area,
                  SUBJECT,
                  "the name in " + names + " is unknown on this computer",
                  "correct it, or the network's DNS or /etc/hosts");
          case SILENT ->
              Finding.fault(
                  area,
                  SUBJECT,
                  names + " does not respond within " + Reachability.PATIENCE.toSeconds() + " s",
                  "check that the computer is on, and that no firewall drops the port");
          default ->
              Finding.fault(
                  area,
                  SUBJECT,
                  "nothing listens at " + names,
                  "start the coordinator there (systemctl status lull-coordinator), or correct the"
                      + " port");
        };
    return none ? fault : Finding.doubtful(area, SUBJECT, fault.text(), fault.remedy());
  }

  private static String names(List<HostPort> addresses) {
    return String.join(" and ", addresses.stream().map(HostPort::toString).toList());
  }
}
