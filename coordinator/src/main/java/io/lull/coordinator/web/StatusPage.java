package io.lull.coordinator.web;

import io.lull.coordinator.access.InProcessCalls;
import io.lull.coordinator.config.HostNames;
import io.lull.coordinator.config.StartException;
import io.lull.coordinator.config.WebOptions;
import io.lull.coordinator.enrolment.Authority;
import io.lull.coordinator.enrolment.PageAuthority;
import io.lull.coordinator.enrolment.ServerCertificate;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.metrics.MemberStage;
import io.lull.protocol.time.Clock;
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
 * The page for browsers: its HTTPS server, which runs as long as the process, its certificate, and
 * its content while this member leads. Any thread.
 */
public final class StatusPage implements AutoCloseable {
  /** How often the certificate's files are checked for a newer one. */
  private static final Duration LOOK = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(StatusPage.class);

  private final HttpsServer server;
  private final StatusSite site;
  private final Optional<PageCertificate> files;
  private final Clock clock;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("lull-web-certificate").daemon().factory());
  private @Nullable X509Certificate authority;
  private @Nullable ServerCertificate own;

  private StatusPage(
      HttpsServer server, StatusSite site, Optional<PageCertificate> files, Clock clock) {
    this.server = server;
    this.site = site;
    this.files = files;
    this.clock = clock;
  }

  /**
   * @param metrics know who leads
   * @throws StartException with one line when the address or the certificate cannot be used
   */
  public static StatusPage open(WebOptions options, CoordinatorMetrics metrics, Clock clock)
      throws StartException {
    final Optional<PageCertificate> files =
        options.certificate() == null || options.key() == null
            ? Optional.empty()
            : Optional.of(new PageCertificate(options.certificate(), options.key()));
    final Optional<TlsIdentity> shown =
        files.isPresent()
            ? Optional.of(files.get().load(null, Instant.ofEpochMilli(clock.epochMillis())))
            : Optional.empty();
    final StatusSite site = new StatusSite(() -> leader(metrics));
    final HttpsServer server;
    try {
      server = HttpsServer.open(options.listen(), site, clock);
    } catch (IOException e) {
      throw new StartException(
          "the web page cannot be served at "
              + options.listen()
              + " ("
              + e.getMessage()
              + "): is another program using the port? Give another --web HOST:PORT",
          e);
    }
    final StatusPage page = new StatusPage(server, site, files, clock);
    try {
      if (shown.isPresent()) {
        server.certify(shown.get());
      }
    } catch (IOException e) {
      page.close();
      throw new StartException("the page's certificate cannot be used: " + e.getMessage(), e);
    }
    if (files.isPresent()) {
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
  public HostPort address() {
    return server.address();
  }

  /** Where links lead to. */
  public synchronized LinkService.Place place() {
    return new LinkService.Place(
        server.address(), Optional.ofNullable(own).map(shown -> shown.identity().present()));
  }

  /** Whose certificates browsers may show, and by whom this one is known if by nobody else. */
  public synchronized void knows(Authority grid) throws IOException, GeneralSecurityException {
    if (grid.certificate().equals(authority)) {
      return;
    }
    authority = grid.certificate();
    if (files.isPresent()) {
      try {
        server.certify(files.get().load(authority, Instant.ofEpochMilli(clock.epochMillis())));
      } catch (StartException e) {
        LOG.warn("The page cannot accept the grid's certificates: {}", e.getMessage());
      }
      return;
    }
    final PageAuthority issuer = PageAuthority.of(grid, hosts(), clock);
    final ServerCertificate made = new ServerCertificate("the page", issuer::page, clock);
    server.certify(new TlsIdentity.Own(made.identity(), grid.certificate()));
    made.start();
    if (own != null) {
      own.close();
    }
    own = made;
  }

  /** What an address of the page may begin with. */
  private List<String> hosts() {
    final List<String> hosts = new ArrayList<>(HostNames.find());
    hosts.addAll(List.of("127.0.0.1", "::1", server.address().host()));
    return hosts.stream().distinct().toList();
  }

  private synchronized void look() {
    files
        .flatMap(each -> each.renewed(authority, Instant.ofEpochMilli(clock.epochMillis())))
        .ifPresent(renewed -> {
          try {
            server.certify(renewed);
          } catch (IOException e) {
            LOG.warn("The page keeps its present certificate: {}", e.getMessage());
          }
        });
  }

  /** Shows the grid until it is closed: this member leads. */
  public AutoCloseable leads(SignIns signIns, InProcessCalls calls) {
    return site.leads(signIns, calls, clock, ZoneId.systemDefault());
  }

  @Override
  public synchronized void close() {
    timer.shutdownNow();
    if (own != null) {
      own.close();
    }
    server.close();
  }
}
