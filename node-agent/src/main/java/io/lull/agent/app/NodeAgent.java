package io.lull.agent.app;

import io.grpc.Channel;
import io.lull.agent.control.ChangeCounter;
import io.lull.agent.control.ControlServer;
import io.lull.agent.control.OwnerAnswers;
import io.lull.agent.control.PublicSocket;
import io.lull.agent.core.owner.Confinement;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import io.lull.agent.enrolment.CertificateRenewal;
import io.lull.agent.file.BlobCache;
import io.lull.agent.file.CoordinatorFiles;
import io.lull.agent.network.EventLoop;
import io.lull.agent.network.NetworkBudget;
import io.lull.agent.network.SocketBroker;
import io.lull.agent.output.OutputSender;
import io.lull.agent.owner.OwnerWatch;
import io.lull.agent.parity.ParityKeeper;
import io.lull.agent.piece.PieceClient;
import io.lull.agent.piece.PieceKeeper;
import io.lull.agent.piece.PieceServer;
import io.lull.agent.piece.PieceStore;
import io.lull.agent.piece.PieceTickets;
import io.lull.agent.piece.RevokedPeers;
import io.lull.agent.record.OwnerLedger;
import io.lull.agent.record.PauseFile;
import io.lull.agent.session.ChannelFactory;
import io.lull.agent.session.CoordinatorLink;
import io.lull.agent.session.Fence;
import io.lull.agent.session.FinalRefusal;
import io.lull.agent.worker.GuestChannels;
import io.lull.agent.worker.WorkerFolder;
import io.lull.agent.worker.WorkerLimits;
import io.lull.agent.worker.WorkerTable;
import io.lull.agent.worker.WorkerTools;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.guest.Sandbox;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.LiveIdentity;
import io.lull.protocol.transport.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running agent: constructs its parts in order and closes them in reverse. */
final class NodeAgent implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeAgent.class);
  private static final int INCARNATION_BYTES = 16;

  /** The folder of the node's certificate and key, in the agent's data folder. */
  static final String CREDENTIALS = "credentials";

  /** The part of the owner's limit on disk space that is for programs and inputs. */
  private static final double BLOB_SHARE = 0.25;

  /** The owner may set a lower limit. */
  private static final Duration TRIM_EVERY = Duration.ofHours(1);

  private final AgentSetup setup;
  private final PieceStore pieces;
  private final PieceTickets tickets;
  private final EventLoop loop = EventLoop.start("network");
  private final EventLoop accepting = EventLoop.start("peers");
  private final PieceServer pieceServer;
  private final PieceClient pieceClient;
  private final CoordinatorLink link;
  private final CoordinatorFiles files;
  private final WorkerTable workers;
  private final OwnerWatch watch;
  private final AgentEvents events;
  private final OwnerLedger ledger;
  private final List<ControlServer> control = new ArrayList<>();
  private final CertificateRenewal renewal;
  private final ScheduledExecutorService housekeeping =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("housekeeping").factory());

  /**
   * Starts everything but the session with the coordinator.
   *
   * @param publicSocket the socket for people of this computer, beside the one in the agent's
   *     folder
   * @param say receives the line that the agent is ready
   */
  NodeAgent(AgentSetup setup, Optional<PublicSocket> publicSocket, Consumer<String> say)
      throws IOException {
    this.setup = setup;
    final Path folder = setup.folder();
    final SystemClock clock = SystemClock.INSTANCE;
    final SecureRandom random = new SecureRandom();
    final LiveIdentity identity = new LiveIdentity(setup.identity());
    final String name =
        Peer.of(setup.identity().certificate())
            .map(Peer::name)
            .orElseThrow(() -> new IOException("the certificate does not name this node"));
    pieces = PieceStore.open(folder.resolve("pieces"), this::pieceQuotaBytes);
    tickets = new PieceTickets(pieces);
    final NetworkBudget network =
        new NetworkBudget(() -> inForce().get(Setting.MAX_NETWORK), clock);
    final RevokedPeers revoked = RevokedPeers.open(folder);
    pieceServer =
        PieceServer.open(accepting, identity, pieces, tickets, network, revoked, this::folder);
    pieceClient = new PieceClient(loop, identity, network, revoked);
    final GuestStarter guests = setup.machine().platform().guests();
    final Sandbox sandbox = guests.sandbox();
    final String isolation = sandbox.describe() + "; " + guests.priority();
    if (inForce().get(Setting.GUEST_NETWORK) && !sandbox.opensNetwork()) {
      LOG.warn("jobs with --network are refused: {}", WorkerTable.WITHOUT_NETWORK);
    }
    watch =
        new OwnerWatch(
            setup.machine().platform(),
            setup.sources(),
            setup.settings(),
            new Confinement(sandbox.confines(), guests.groups(), isolation),
            clock,
            ZoneId.systemDefault());
    ledger =
        new OwnerLedger(
            folder, setup.machine().facts().cores(), clock, ZoneId.systemDefault(), housekeeping);
    final NodePresence presence =
        new NodePresence(
            name,
            setup.machine(),
            isolation,
            sandbox,
            pieceServer.port(),
            this::limits,
            this::inForce,
            watch);
    final ChangeCounter changes = new ChangeCounter(clock);
    events = new AgentEvents(presence, watch, say, changes);
    link =
        new CoordinatorLink(
            new CoordinatorLink.Setup(
                setup.coordinators(),
                incarnation(random),
                ChannelFactory.tls(identity, loop),
                Fence.in(folder),
                clock,
                random),
            events,
            presence::status);
    files = new CoordinatorFiles(link::awaitChannel, network);
    final BlobCache blobs =
        new BlobCache(folder.resolve("blobs"), this::blobQuotaBytes, files, clock);
    final ScheduledFuture<?> _ =
        housekeeping.scheduleWithFixedDelay(
            blobs::trim, TRIM_EVERY.toMillis(), TRIM_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    workers =
        new WorkerTable(
            new WorkerTools(
                guests.folders().place().orElse(folder.resolve("work")),
                setup.jvm(),
                sandbox,
                guests,
                blobs,
                network,
                new GuestChannels(SocketBroker.on(accepting, clock), clock)),
            folder.resolve("guests"),
            this::limits,
            events);
    events.attach(
        new AgentEvents.Parts(
            link,
            workers,
            pieces,
            tickets,
            revoked,
            new PieceKeeper(name, pieces, pieceClient, events, workers::folder, clock),
            new ParityKeeper(name, pieces, pieceClient, events, clock),
            new OutputSender(files, workers::folder, events::stored),
            ledger,
            new GuestChecks(workers::check, () -> !workers.running().isEmpty(), housekeeping)),
        this::stop);
    final PauseFile pause = new PauseFile(folder, clock);
    final long pausedUntil = pause.untilEpochMillis();
    if (pausedUntil != 0) {
      watch.tell(new NodeEvent.Pause(pausedUntil));
    }
    watch.start(workers, workers::processes, events, ledger);
    final OwnerAnswers answers =
        new OwnerAnswers(
            watch, setup.settings(), new OwnerAnswers.Kept(ledger, pause), events.details(), clock);
    control.add(ControlServer.open(folder, answers, changes, clock));
    if (publicSocket.isPresent()) {
      control.add(ControlServer.open(publicSocket.get(), answers, changes, clock));
    }
    renewal =
        new CertificateRenewal(folder.resolve(CREDENTIALS), identity, line(link), clock, random);
    renewal.start();
  }

  /** Returns after {@link #stop}, or with the coordinator's refusal. */
  Optional<FinalRefusal> run() throws InterruptedException {
    return link.run();
  }

  /** Ends every guest at once, then the session. From any thread. */
  void stop() {
    try {
      workers.endAll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    link.close();
  }

  @Override
  public void close() {
    stop();
    renewal.close();
    housekeeping.shutdownNow();
    for (final ControlServer server : control) {
      try {
        server.close();
      } catch (IOException e) {
        LOG.warn("cannot delete a control socket: {}", e.getMessage());
      }
    }
    watch.close();
    ledger.close();
    files.close();
    pieceClient.close();
    pieceServer.close();
    accepting.close();
    loop.close();
  }

  private static CertificateRenewal.Line line(CoordinatorLink link) {
    return new CertificateRenewal.Line() {
      @Override
      public Optional<Channel> awaitChannel(Duration patience) throws InterruptedException {
        return link.awaitChannel(patience);
      }

      @Override
      public void redial() {
        link.redial();
      }
    };
  }

  private WorkerLimits limits() {
    final int cores = setup.machine().facts().cores();
    return new WorkerLimits(
        Math.min(cores, inForce().get(Setting.MAX_CORES)),
        inForce().get(Setting.MAX_MEMORY).of(setup.machine().facts().memoryBytes()),
        maxDisk(),
        inForce().get(Setting.REQUIRE_ISOLATION),
        inForce().get(Setting.REQUIRE_ENCRYPTION),
        inForce().get(Setting.GUEST_NETWORK),
        inForce().get(Setting.TRUSTED_SIGNERS));
  }

  private long blobQuotaBytes() {
    return (long) (maxDisk() * BLOB_SHARE);
  }

  private long pieceQuotaBytes() {
    return maxDisk() - blobQuotaBytes();
  }

  private long maxDisk() {
    return inForce().get(Setting.MAX_DISK);
  }

  private Settings inForce() {
    return setup.settings().at(SystemClock.INSTANCE, ZoneId.systemDefault());
  }

  /** The ticket of a worker; peers ask for it only once the coordinator knows this node. */
  private Optional<WorkerFolder> folder(String worker) {
    return workers.folder(worker);
  }

  private static String incarnation(SecureRandom random) {
    final byte[] bytes = new byte[INCARNATION_BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
