package io.lull.coordinator.app;

import io.lull.coordinator.access.InProcessCalls;
import io.lull.coordinator.enrolment.Authority;
import io.lull.coordinator.enrolment.ServerCertificate;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.metrics.MemberStage;
import io.lull.coordinator.web.HttpsServer;
import io.lull.coordinator.web.LinkService;
import io.lull.coordinator.web.SignIns;
import io.lull.coordinator.web.StatusSite;
import io.lull.coordinator.web.TlsIdentity;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The page for browsers: its door, which is open for as long as the process runs, its certificate,
 * and what is behind it while this member leads. Any thread.
 */
final class StatusPage implements AutoCloseable {
  /** How soon a certificate is shown that somebody has put in the place of another. */
  private static final Duration LOOK = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(StatusPage.class);

  private final HttpsServer door;
  private final StatusSite site;
  private final Optional<OfficeCertificate> office;
  private final Clock clock;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("lull-web-certificate").daemon().factory());
  private @Nullable X509Certificate authority;
  private @Nullable ServerCertificate own;

  private StatusPage(
      HttpsServer door, StatusSite site, Optional<OfficeCertificate> office, Clock clock) {
    this.door = door;
    this.site = site;
    this.office = office;
    this.clock = clock;
  }

  /**
   * @param metrics know who leads
   * @throws StartException with one line when the address or the certificate cannot be used
   */
  static StatusPage open(CoordinatorProgram.Web options, CoordinatorMetrics metrics, Clock clock)
      throws StartException {
    final Optional<OfficeCertificate> office =
        options.certificate() == null || options.key() == null
            ? Optional.empty()
            : Optional.of(new OfficeCertificate(options.certificate(), options.key()));
    final Optional<TlsIdentity> shown =
        office.isPresent()
            ? Optional.of(office.get().load(null, Instant.ofEpochMilli(clock.epochMillis())))
            : Optional.empty();
    final StatusSite site = new StatusSite(() -> leader(metrics));
    final HttpsServer door;
    try {
      door = HttpsServer.open(options.listen(), site, clock);
    } catch (IOException e) {
      throw new StartException(
          "the page for browsers cannot be shown at "
              + options.listen()
              + " ("
              + e.getMessage()
              + "): is another program using the port? Give another --web HOST:PORT",
          e);
    }
    final StatusPage page = new StatusPage(door, site, office, clock);
    try {
      if (shown.isPresent()) {
        door.certify(shown.get());
      }
    } catch (IOException e) {
      page.close();
      throw new StartException("the page's certificate cannot be used: " + e.getMessage(), e);
    }
    if (office.isPresent()) {
      final var _ =
          page.timer.scheduleWithFixedDelay(
              page::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }
    return page;
  }

  private static String leader(CoordinatorMetrics metrics) {
    return metrics.stage() instanceof MemberStage.StandingBy standing ? standing.leader() : "";
  }

  /** Where it is, with the port that the system chose if it did. */
  HostPort address() {
    return door.address();
  }

  /** Where links lead to. */
  synchronized LinkService.Place place() {
    return new LinkService.Place(
        door.address(),
        own == null ? "" : EnrolmentToken.fingerprint(own.identity().present().certificate()));
  }

  /** Whose certificates browsers may show, and by whom this one is known if by nobody else. */
  synchronized void knows(Authority grid) throws IOException, GeneralSecurityException {
    if (grid.certificate().equals(authority)) {
      return;
    }
    authority = grid.certificate();
    if (office.isPresent()) {
      try {
        door.certify(office.get().load(authority, Instant.ofEpochMilli(clock.epochMillis())));
      } catch (StartException e) {
        LOG.warn("the page does not know the grid's certificates: {}", e.getMessage());
      }
      return;
    }
    final ServerCertificate made = new ServerCertificate(grid, hosts(), clock);
    door.certify(new TlsIdentity.OfTheGrid(made.identity()));
    made.start();
    if (own != null) {
      own.close();
    }
    own = made;
  }

  /** What an address of the page may begin with. */
  private List<String> hosts() {
    final List<String> hosts = new ArrayList<>(HostNames.find());
    hosts.addAll(List.of("127.0.0.1", "::1", door.address().host()));
    return hosts.stream().distinct().toList();
  }

  private synchronized void look() {
    office
        .flatMap(each -> each.renewed(authority, Instant.ofEpochMilli(clock.epochMillis())))
        .ifPresent(renewed -> {
          try {
            door.certify(renewed);
          } catch (IOException e) {
            LOG.warn("the page goes on with the certificate that it has: {}", e.getMessage());
          }
        });
  }

  /** Shows the grid until it is closed: this member leads. */
  AutoCloseable leads(SignIns signIns, InProcessCalls calls) {
    return site.leads(signIns, calls, clock, ZoneId.systemDefault());
  }

  @Override
  public synchronized void close() {
    timer.shutdownNow();
    if (own != null) {
      own.close();
    }
    door.close();
  }
}
