package io.lull.coordinator.app;

import io.lull.coordinator.access.CallerPolicy;
import io.lull.coordinator.access.GrpcServer;
import io.lull.coordinator.api.AdminCommands;
import io.lull.coordinator.api.AvailabilityQueries;
import io.lull.coordinator.api.FilesService;
import io.lull.coordinator.api.GridService;
import io.lull.coordinator.api.JobAdmission;
import io.lull.coordinator.api.JobNumbers;
import io.lull.coordinator.api.JobResults;
import io.lull.coordinator.api.JobWatches;
import io.lull.coordinator.api.SubmissionRules;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.control.ControlLoop;
import io.lull.coordinator.control.LogTailQueries;
import io.lull.coordinator.control.RoundListeners;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.coordinator.core.control.GridTerms;
import io.lull.coordinator.core.control.RetentionCommands;
import io.lull.coordinator.core.control.StepDown;
import io.lull.coordinator.core.control.ZonedNodeHistory;
import io.lull.coordinator.core.store.FileRecords;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.LogTailStore;
import io.lull.coordinator.core.store.NameStore;
import io.lull.coordinator.core.store.NoticeStore;
import io.lull.coordinator.core.store.PriorityStore;
import io.lull.coordinator.core.store.RevocationStore;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.core.store.TokenStore;
import io.lull.coordinator.database.Database;
import io.lull.coordinator.database.StoreUrl;
import io.lull.coordinator.enrolment.Authority;
import io.lull.coordinator.enrolment.DataPlanes;
import io.lull.coordinator.enrolment.EnrolmentService;
import io.lull.coordinator.enrolment.Revocations;
import io.lull.coordinator.enrolment.ServerCertificate;
import io.lull.coordinator.enrolment.Tokens;
import io.lull.coordinator.file.FileSizes;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.file.SharedFiles;
import io.lull.coordinator.hazelcast.CachedRecords;
import io.lull.coordinator.leadership.RenewedLease;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.metrics.MemberStage;
import io.lull.coordinator.notice.WebhookSender;
import io.lull.coordinator.priority.PriorityLimits;
import io.lull.coordinator.retention.RetentionSweep;
import io.lull.coordinator.retention.RetentionTerms;
import io.lull.coordinator.session.NodeSessionService;
import io.lull.coordinator.web.LinkService;
import io.lull.coordinator.web.SignIns;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.LiveIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All parts of a running coordinator, wired together. */
final class Coordinator implements AutoCloseable {
  static final String ADDRESS_FILE = "address";

  private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

  private final Monitoring monitoring;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private CompletableFuture<StepDown> failure = new CompletableFuture<>();
  private HostPort address = new HostPort("", 0);
  private boolean tokenWritten;

  private Coordinator(Monitoring monitoring) {
    this.monitoring = monitoring;
  }

  /**
   * One that leads, at once or when another of the same store was just killed.
   *
   * @throws StartException also when another leads
   */
  static Coordinator start(CoordinatorOptions options, Clock clock, Monitoring monitoring)
      throws StartException {
    final long deadline = clock.nanos() + RenewedLease.PATIENCE.toNanos();
    final AtomicReference<String> leads = new AtomicReference<>("");
    return await(
            options,
            clock,
            monitoring,
            leader -> {
              leads.set(leader);
              return clock.nanos() - deadline < 0;
            })
        .orElseThrow(() ->
            new StartException(
                "another coordinator leads on this store ("
                    + leads.get()
                    + "): stop it first, give this one a store of its own, or have it wait for its"
                    + " turn by --join with the other's address"));
  }

  /**
   * One that leads, once it can.
   *
   * @return empty when the standby did not want to wait any longer
   */
  static Optional<Coordinator> await(
      CoordinatorOptions options, Clock clock, Monitoring monitoring, Standby standby)
      throws StartException {
    final StoreUrl url;
    try {
      url =
          options.store() == null
              ? StoreUrl.inFolder(options.data().resolve("db"))
              : StoreUrl.parse(options.store());
      // Nothing is made in a folder for options that cannot be.
      options.keeping().check();
    } catch (IllegalArgumentException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    }
    if (options.oneOfSeveral() && url.embedded()) {
      throw new StartException(
          "several coordinators need one store that all of them reach: give each of them --store"
              + " jdbc:postgresql://HOST/DATABASE");
    }
    final Coordinator coordinator = new Coordinator(monitoring);
    try {
      if (coordinator.open(options, url, clock, standby)) {
        return Optional.of(coordinator);
      }
      coordinator.close();
      return Optional.empty();
    } catch (StartException e) {
      coordinator.close();
      throw e;
    } catch (StoreException | GeneralSecurityException e) {
      coordinator.close();
      throw new StartException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      coordinator.close();
      throw new StartException(
          "the data folder " + options.data() + " cannot be used: " + CoordinatorFolder.reason(e),
          e);
    }
  }

  /** Where agents and users reach it. */
  HostPort address() {
    return address;
  }

  /** Whether this start made a token for the first administrator. */
  boolean tokenWritten() {
    return tokenWritten;
  }

  /** Completes when it cannot go on. */
  CompletableFuture<StepDown> failure() {
    return failure;
  }

  /** Stops in the reverse of the order of starting. */
  @Override
  public void close() {
    monitoring.metrics().turnTo(new MemberStage.Starting());
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        LOG.warn("while stopping: {}", e.getMessage(), e);
      }
    }
  }

  private boolean open(CoordinatorOptions options, StoreUrl url, Clock clock, Standby standby)
      throws StartException, IOException, GeneralSecurityException {
    final CoordinatorMetrics metrics = monitoring.metrics();
    final CoordinatorFolder data = keep(CoordinatorFolder.open(options.data()));
    data.delete(ADDRESS_FILE);
    final SecureRandom random = new SecureRandom();
    final Path own = data.resolve("authority");
    final Optional<ClusterMembership> members =
        options.oneOfSeveral()
            ? Optional.of(keep(ClusterMembership.open(options, clock, random, metrics.members())))
            : Optional.empty();
    final CompletableFuture<Database> opening =
        CompletableFuture.supplyAsync(() -> Database.open(url, metrics.database()));
    open.push(() -> {
      if (!opening.isCompletedExceptionally()) {
        opening.join().close();
      }
    });
    final Optional<CachedRecords> alone =
        members.isEmpty() ? Optional.of(keep(CachedRecords.alone(random))) : Optional.empty();
    if (Identity.present(own)) {
      meet(members, Authority.open(own, clock, random));
    }
    final Database database = opened(opening);
    final SharedFiles sharedFiles = database.sharedFiles();
    final Path scratch = data.resolve("authority.tmp");
    final Optional<RenewedLease> lead =
        LeaderElection.lead(
            database,
            clock,
            new StandbyWait(
                standby,
                members,
                () -> {
                  SharedAuthority.bring(sharedFiles, own, scratch);
                  return Identity.present(own)
                      ? Optional.of(shown(Authority.open(own, clock, random)))
                      : Optional.empty();
                },
                clock,
                metrics));
    if (lead.isEmpty()) {
      return false;
    }
    final RenewedLease lease = keep(lead.get());
    final CachedRecords records =
        alone.orElseGet(() -> CachedRecords.copied(members.orElseThrow().leads(lease.fence())));
    records.fill(database);
    SharedAuthority.bring(sharedFiles, own, scratch);
    final Authority authority = Authority.open(own, clock, random);
    SharedAuthority.share(sharedFiles, own);
    meet(members, authority);
    final RetentionTerms terms = options.keeping().terms();
    final FileStore files =
        data.files(options.keeping(), sharedFiles, new FileRecords(records), clock);
    final NameStore names = new NameStore(records);
    final Tokens tokens =
        new Tokens(new TokenStore(records), authority.certificate(), clock, random);
    database.dropBefore(clock.epochMillis() - RetentionSweep.HISTORY.toMillis());

    final AuditLog audit = new AuditLog(database.audit(), clock);
    audit.start();
    open.push(audit);
    final Revocations revocations =
        new Revocations(new RevocationStore(records), names, tokens, audit, clock);
    final CompletableFuture<GrpcServer> opened = new CompletableFuture<>();
    final AdminTokenFile firstToken = new AdminTokenFile(data);
    final ServerCertificate certificate =
        keep(new ServerCertificate(authority, HostNames.find(), clock));

    final JobWatches watches = new JobWatches();
    final WebhookSender sender =
        keep(
            new WebhookSender(
                new NoticeStore(records), options.traffic().webhooks(), lease, clock, random));
    final DataPlanes planes = new DataPlanes(authority, options.traffic().encrypted());
    final ControlLoop loop =
        new ControlLoop(
            records,
            new ZonedNodeHistory(database, ZoneId.systemDefault()),
            new GridTerms(options.times().terms(), planes),
            clock,
            lease,
            metrics.control(),
            new RoundListeners(watches::changed, sender));
    failure = loop.failure();
    final GridCommands commands = new GridCommands(loop);
    loop.start();
    open.push(loop);
    sender.start();
    final PriorityLimits priorities = new PriorityLimits(new PriorityStore(records), clock);
    final SubmissionRules rules =
        new SubmissionRules(files, priorities, options.traffic().webhooks());
    final JobAdmission submission =
        new JobAdmission(commands, rules, jobNumbers(records), planes, clock, random, metrics);
    final RetentionSweep sweep =
        keep(
            RetentionSweep.start(
                terms, new RetentionCommands(loop), files, database.past(), clock));
    final SignIns signIns = new SignIns(revocations::keyOf, revocations, audit, clock, random);
    final GrpcServer door =
        openDoor(
            options.listen(),
            certificate.identity(),
            List.of(
                new EnrolmentService(authority, tokens, names, clock, audit, firstToken::drop),
                new NodeSessionService(loop, clock),
                new GridService(
                    commands,
                    submission,
                    new AdminCommands(
                        tokens,
                        revocations,
                        commands,
                        audit,
                        priorities,
                        () -> opened.join().closePutOut(),
                        signIns::putOutInvited),
                    audit,
                    new JobResults(
                        files,
                        new LogTailStore(records),
                        terms.outputs(),
                        new LogTailQueries(loop)::of),
                    watches,
                    new AvailabilityQueries(database.past(), clock, ZoneId.systemDefault())),
                new FilesService(files, commands, sweep.room()),
                new LinkService(signIns, () -> monitoring.page().map(StatusPage::place))),
            revocations,
            clock);
    open.push(door);
    opened.complete(door);
    monitoring.page().ifPresent(page -> open.push(page.leads(signIns, door.within())));
    certificate.start();
    address = door.address();
    tokenWritten = firstToken.offer(names, tokens);
    data.writeSecret(ADDRESS_FILE, address + "\n");
    metrics.turnTo(
        new MemberStage.Leading(
            new LeadingMember(
                lease, loop, new FileSizes(data.resolve("files"), clock), certificate)));
    return true;
  }

  private void meet(Optional<ClusterMembership> members, Authority authority) throws IOException {
    final Authority known = shown(authority);
    members.ifPresent(several -> several.meet(known));
  }

  /** The page for browsers knows it, too. */
  private Authority shown(Authority authority) throws IOException {
    try {
      if (monitoring.page().isPresent()) {
        monitoring.page().get().knows(authority);
      }
      return authority;
    } catch (GeneralSecurityException e) {
      throw new IOException("this Java cannot make certificates: " + e.getMessage(), e);
    }
  }

  private static JobNumbers jobNumbers(CachedRecords records) {
    return new JobNumbers(new JobStore(records).lastNumber());
  }

  private static GrpcServer openDoor(
      HostPort listen,
      LiveIdentity identity,
      List<io.grpc.BindableService> services,
      CallerPolicy policy,
      Clock clock)
      throws StartException {
    try {
      return GrpcServer.open(listen, identity, services, policy, clock);
    } catch (IOException e) {
      final Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new StartException(
          "cannot listen on "
              + listen
              + " ("
              + cause.getMessage()
              + "): is another program using the port? Give another --listen HOST:PORT",
          e);
    }
  }

  private <C extends AutoCloseable> C keep(C part) {
    open.push(part);
    return part;
  }

  private static Database opened(CompletableFuture<Database> opening) {
    try {
      return opening.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StoreException known) {
        throw known;
      }
      throw e;
    }
  }
}
