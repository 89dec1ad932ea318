package io.lull.cli.doctor;

import io.lull.cli.doctor.Finding.Area;
import io.lull.cli.doctor.Finding.Grade;
import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.client.login.Home;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.SubmissionTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Whether this user can work with the grid. */
public final class LoginExamination {
  /** Certificates and leases tolerate it; times that are shown are wrong by it. */
  private static final Duration TOLERABLE_SKEW = Duration.ofSeconds(30);

  private static final Duration GREATEST_SKEW = Duration.ofMinutes(5);
  private static final String LOG_IN =
      "ask an administrator for a token, then run lull login --coordinator HOST:PORT --enroll"
          + " TOKEN";

  private final Home home;
  private final Clock clock;
  private final Supplier<GridClient> grid;
  private final Reachability reach;

  /**
   * @param grid connects to the coordinator as this user
   */
  public LoginExamination(Home home, Clock clock, Supplier<GridClient> grid, Reachability reach) {
    this.home = home;
    this.clock = clock;
    this.grid = grid;
    this.reach = reach;
  }

  /** Whether this user has ever logged in. */
  public boolean applies() {
    return Identity.present(home.credentials());
  }

  /** That this user has not logged in. */
  public static Finding missing() {
    return Finding.fault(Area.LOGIN, "login", "you are not logged in", LOG_IN);
  }

  public List<Finding> examine() {
    final List<Finding> findings =
        new ArrayList<>(
            new CredentialsExamination(Area.LOGIN, home.credentials(), LOG_IN)
                .examine(Instant.ofEpochMilli(clock.epochMillis())));
    final List<HostPort> addresses;
    try {
      addresses = home.coordinators();
    } catch (ClientFailure e) {
      findings.add(Finding.fault(Area.LOGIN, "coordinator", e.line(), LOG_IN));
      return findings;
    }
    findings.addAll(new Addresses(Area.LOGIN, reach).examine(addresses));
    if (findings.stream().noneMatch(finding -> finding.grade() == Grade.FAULT)) {
      findings.addAll(answer());
    }
    return findings;
  }

  private List<Finding> answer() {
    final long before = clock.epochMillis();
    final SubmissionTerms terms;
    try (GridClient connected = grid.get()) {
      terms = connected.terms();
    } catch (ClientFailure e) {
      return List.of(Finding.fault(Area.LOGIN, "coordinator", e.line(), remedy(e)));
    }
    final List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.good(
            Area.LOGIN,
            "coordinator",
            "it responds, and accepts you"
                + (terms.getAdministers() ? " as an administrator" : "")));
    if (terms.getNow() != 0) {
      findings.add(skew(terms.getNow(), before, clock.epochMillis()));
    }
    return findings;
  }

  private static String remedy(ClientFailure failure) {
    return switch (failure.kind()) {
      case NOT_ALLOWED -> LOG_IN;
      case UNREACHABLE -> "check what listens there, and the coordinator's log";
      case FAILED, BAD_INPUT -> "see the coordinator's log";
    };
  }

  private static Finding skew(long theirs, long before, long after) {
    final long off = Math.max(0, Math.max(before - theirs, theirs - after));
    final Duration skew = Duration.ofMillis(off);
    if (skew.compareTo(TOLERABLE_SKEW) <= 0) {
      return Finding.good(Area.LOGIN, "clock", "it agrees with the coordinator's");
    }
    final String text =
        "this computer's clock is "
            + skew.toSeconds()
            + " s "
            + (theirs > after ? "behind" : "ahead of")
            + " the coordinator's";
    final String remedy = "set the one that is wrong (timedatectl set-ntp true)";
    return skew.compareTo(GREATEST_SKEW) <= 0
        ? Finding.doubtful(Area.LOGIN, "clock", text, remedy)
        : Finding.fault(Area.LOGIN, "clock", text, remedy);
  }
}
