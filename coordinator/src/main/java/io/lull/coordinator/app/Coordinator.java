package io.lull.coordinator.app;

import io.lull.coordinator.access.GrpcServer;
import io.lull.coordinator.access.CallerPolicy;
import io.lull.coordinator.api.Administration;
import io.lull.coordinator.api.AvailabilityDesk;
import io.lull.coordinator.api.FilesService;
import io.lull.coordinator.api.GridService;
import io.lull.coordinator.api.JobNumbers;
import io.lull.coordinator.api.JobResults;
import io.lull.coordinator.api.JobWatches;
import io.lull.coordinator.api.SpecRules;
import io.lull.coordinator.api.Submission;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.control.Audience;
import io.lull.coordinator.control.ControlLoop;
import io.lull.coordinator.control.TailDesk;
import io.lull.coordinator.core.control.GridDesk;
import io.lull.coordinator.core.control.GridTerms;
import io.lull.coordinator.core.control.Halt;
import io.lull.coordinator.core.control.KeepingDesk;
import io.lull.coordinator.core.control.Past;
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
import io.lull.coordinator.file.Vault;
import io.lull.coordinator.hazelcast.GridMemory;
import io.lull.coordinator.keeping.Housekeeping;
import io.lull.coordinator.keeping.KeepingTerms;
import io.lull.coordinator.leadership.Leadership;
import io.lull.coordinator.notice.Courier;
import io.lull.coordinator.priority.Priorities;
import io.lull.coordinator.session.NodeSessionService;
import io.lull.coordinator.vitals.Stage;
import io.lull.coordinator.vitals.Vitals;
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

  private final Outlook outlook;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private CompletableFuture<Halt> failure = new CompletableFuture<>();
  private HostPort address = new HostPort("", 0);
  private boolean tokenWritten;

  private Coordinator(Outlook outlook) {
    this.outlook = outlook;
  }

  /**
   * One that leads, at once or when another of the same store was just killed.
   *
   * @throws StartException also when another leads
   */
  static Coordinator start(CoordinatorOptions options, Clock clock, Outlook outlook)
      throws StartException {
    final long deadline = clock.nanos() + Leadership.PATIENCE.toNanos();
    final AtomicReference<String> leads = new AtomicReference<>("");
    return await(
            options,
            clock,
            outlook,
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
      CoordinatorOptions options, Clock clock, Outlook outlook, Standby standby)
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
    final Coordinator coordinator = new Coordinator(outlook);
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
          "the data folder " + options.data() + " cannot be used: " + DataFolder.reason(e), e);
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
  CompletableFuture<Halt> failure() {
    return failure;
  }

  /** Stops in the reverse of the order of starting. */
  @Override
  public void close() {
    outlook.vitals().turnTo(new Stage.Starting());
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
    final Vitals vitals = outlook.vitals();
    final DataFolder data = keep(DataFolder.open(options.data()));
    data.delete(ADDRESS_FILE);
    final SecureRandom random = new SecureRandom();
    final Path own = data.resolve("authority");
    final Optional<Membership> members =
        options.oneOfSeveral()
            ? Optional.of(keep(Membership.open(options, clock, random, vitals.members())))
            : Optional.empty();
    final CompletableFuture<Database> opening =
        CompletableFuture.supplyAsync(() -> Database.open(url, vitals.database()));
    open.push(() -> {
      if (!opening.isCompletedExceptionally()) {
        opening.join().close();
      }
    });
    final Optional<GridMemory> alone =
        members.isEmpty() ? Optional.of(keep(GridMemory.alone(random))) : Optional.empty();
    if (Identity.present(own)) {
      meet(members, Authority.open(own, clock, random));
    }
    final Database database = opened(opening);
    final Vault vault = database.vault();
    final Path scratch = data.resolve("authority.tmp");
    final Optional<Leadership> lead =
        Candidate.lead(
            database,
            clock,
            new StandbyTurn(
                standby,
                members,
                () -> {
                  SharedAuthority.bring(vault, own, scratch);
                  return Identity.present(own)
                      ? Optional.of(shown(Authority.open(own, clock, random)))
                      : Optional.empty();
                },
                clock,
                vitals));
    if (lead.isEmpty()) {
      return false;
    }
    final Leadership leadership = keep(lead.get());
    final GridMemory memory =
        alone.orElseGet(() -> GridMemory.copied(members.orElseThrow().leads(leadership.fence())));
    memory.fill(database);
    SharedAuthority.bring(vault, own, scratch);
    final Authority authority = Authority.open(own, clock, random);
    SharedAuthority.share(vault, own);
    meet(members, authority);
    final KeepingTerms terms = options.keeping().terms();
    final FileStore files = data.files(options.keeping(), vault, new FileRecords(memory), clock);
    final NameStore names = new NameStore(memory);
    final Tokens tokens =
        new Tokens(new TokenStore(memory), authority.certificate(), clock, random);
    database.dropBefore(clock.epochMillis() - Housekeeping.HISTORY.toMillis());

    final AuditLog audit = new AuditLog(database.audit(), clock);
    audit.start();
    open.push(audit);
    final Revocations revocations =
        new Revocations(new RevocationStore(memory), names, tokens, audit, clock);
    final CompletableFuture<GrpcServer> opened = new CompletableFuture<>();
    final FirstToken firstToken = new FirstToken(data);
    final ServerCertificate certificate =
        keep(new ServerCertificate(authority, OwnNames.find(), clock));

    final JobWatches watches = new JobWatches();
    final Courier courier =
        keep(
            new Courier(
                new NoticeStore(memory), options.traffic().webhooks(), leadership, clock, random));
    final DataPlanes planes = new DataPlanes(authority, options.traffic().encrypted());
    final ControlLoop loop =
        new ControlLoop(
            memory,
            new Past(database, ZoneId.systemDefault()),
            new GridTerms(options.times().terms(), planes),
            clock,
            leadership,
            vitals.control(),
            new Audience(watches::changed, courier));
    failure = loop.failure();
    final GridDesk desk = new GridDesk(loop);
    loop.start();
    open.push(loop);
    courier.start();
    final Priorities priorities = new Priorities(new PriorityStore(memory), clock);
    final SpecRules rules = new SpecRules(files, priorities, options.traffic().webhooks());
    final Submission submission =
        new Submission(desk, rules, jobNumbers(memory), planes, clock, random, vitals);
    final Housekeeping housekeeping =
        keep(Housekeeping.start(terms, new KeepingDesk(loop), files, database.past(), clock));
    final SignIns signIns = new SignIns(revocations::keyOf, revocations, audit, clock, random);
    final GrpcServer door =
        openDoor(
            options.listen(),
            certificate.identity(),
            List.of(
                new EnrolmentService(authority, tokens, names, clock, audit, firstToken::drop),
                new NodeSessionService(loop, clock),
                new GridService(
                    desk,
                    submission,
                    new Administration(
                        tokens,
                        revocations,
                        desk,
                        audit,
                        priorities,
                        () -> opened.join().closePutOut(),
                        signIns::putOutInvited),
                    audit,
                    new JobResults(
                        files, new LogTailStore(memory), terms.outputs(), new TailDesk(loop)::of),
                    watches,
                    new AvailabilityDesk(database.past(), clock, ZoneId.systemDefault())),
                new FilesService(files, desk, housekeeping.room()),
                new LinkService(signIns, () -> outlook.page().map(StatusPage::place))),
            revocations,
            clock);
    open.push(door);
    opened.complete(door);
    outlook.page().ifPresent(page -> open.push(page.leads(signIns, door.within())));
    certificate.start();
    address = door.address();
    tokenWritten = firstToken.offer(names, tokens);
    data.writeSecret(ADDRESS_FILE, address + "\n");
    vitals.turnTo(
        new Stage.Leading(
            new LeadingMember(
                leadership, loop, new FileSizes(data.resolve("files"), clock), certificate)));
    return true;
  }

  private void meet(Optional<Membership> members, Authority authority) throws IOException {
    final Authority known = shown(authority);
    members.ifPresent(several -> several.meet(known));
  }

  /** The page for browsers knows it, too. */
  private Authority shown(Authority authority) throws IOException {
    try {
      if (outlook.page().isPresent()) {
        outlook.page().get().knows(authority);
      }
      return authority;
    } catch (GeneralSecurityException e) {
      throw new IOException("this Java cannot make certificates: " + e.getMessage(), e);
    }
  }

  private static JobNumbers jobNumbers(GridMemory memory) {
    return new JobNumbers(new JobStore(memory).lastNumber());
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
