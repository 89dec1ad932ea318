package io.lull.reconfig.runtime;

import io.lull.protocol.architecture.Exempt;
import io.lull.protocol.time.Clock;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Failed;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.ProgramError;
import io.lull.reconfig.checkpoint.PieceCost;
import io.lull.reconfig.checkpoint.PieceReceiver;
import io.lull.reconfig.collective.CollectiveMismatchDetector;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.reconfig.model.CoupledModel;
import io.lull.reconfig.model.IndependentModel;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ModelProvider;
import io.lull.reconfig.model.ProgramInput;
import io.lull.reconfig.model.ProgrammingModel;
import io.lull.reconfig.model.SafePointCounter;
import io.lull.reconfig.network.AgentNetwork;
import io.lull.reconfig.network.HostNetwork;
import io.lull.reconfig.network.WorkerNetwork;
import io.lull.reconfig.transfer.PairTransfers;
import io.lull.reconfig.transfer.TransferReceiver;
import io.lull.reconfig.warmup.ChangeRehearsal;
import io.lull.reconfig.worker.ArrivingState;
import io.lull.reconfig.worker.IndependentWorker;
import io.lull.reconfig.worker.ProgressMeter;
import io.lull.reconfig.worker.Reports;
import io.lull.reconfig.worker.WarmUp;
import io.lull.reconfig.worker.WorkerProgram;
import io.lull.reconfig.worker.WorkerRuntime;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A worker's process: orders come in on standard input, reports go out on standard output; what the
 * program prints goes to standard error, which is its log. The end of the orders means that the
 * agent is gone, and ends the process at once.
 */
@Exempt(
    from = Exempt.Rule.ENVIRONMENT,
    because = "it is the worker's main program, and ends with its agent, whatever the program does")
public final class WorkerMain {
  private static final long PROGRESS_MILLIS = 250;

  /** How long a new worker may rehearse changes, in milliseconds; less where little data moves. */
  private static final String REHEARSAL = "lull.rehearsal.millis";

  /** Each has a thread: one that waits for a peer to take its word holds up no other. */
  private static final int REGULAR_TASKS = 2;

  private WorkerMain() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    final InputStream in = new BufferedInputStream(new FileInputStream(FileDescriptor.in));
    final OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err);
    final Duration rehearsal =
        Duration.ofMillis(Long.getLong(REHEARSAL, ChangeRehearsal.LONGEST.toMillis()));
    System.exit(run(in, out, SystemClock.INSTANCE, rehearsal, () -> Runtime.getRuntime().halt(0)));
  }

  /**
   * Runs one worker to its end.
   *
   * @param rehearsal how long it may last
   * @param ended called on another thread when the agent is gone or orders the end
   * @return the exit code
   */
  static int run(InputStream in, OutputStream out, Clock clock, Duration rehearsal, Runnable ended)
      throws IOException, InterruptedException {
    final long started = clock.nanos();
    final Reports reports = new Reports(out);
    final @Nullable WorkerOrder first = Frames.read(in, WorkerOrder.parser());
    if (first == null || !first.hasWelcome()) {
      System.err.println("a worker is started by an agent, which welcomes it on standard input");
      return 2;
    }
    final Welcome welcome = first.getWelcome();
    final PairTransfers units = new PairTransfers(welcome.getWorker());
    final ModelContext context =
        new ModelContext(
            input(welcome), new SafePointCounter(), new ChannelHandlers(), units, reports::send);
    // Before any of the program's code runs: what asks the JDK for TLS meanwhile is refused.
    final PeerSecurity security =
        welcome.hasBag() ? PeerSecurity.plain() : security(welcome.getDataPlane());
    final ModelProvider provider;
    final ProgrammingModel model;
    try {
      provider = ModelKinds.of(welcome);
      model = provider.create(welcome, context, clock);
    } catch (ProgramError e) {
      refuse(reports, in, String.valueOf(e.getMessage()));
      return 1;
    }
    try (model;
        units) {
      switch (model) {
        case IndependentModel independent ->
            IndependentWorker.run(welcome, independent, in, reports, millisSince(started, clock));
        case CoupledModel coupled -> {
          final WarmUp warmUp = ChangeRehearsal.lasting(provider.rehearsal(), rehearsal);
          final Shell shell = new Shell(welcome, in, reports, units, security, clock, ended);
          shell.run(coupled, context, warmUp, millisSince(started, clock));
        }
      }
    }
    return 0;
  }

  private static long millisSince(long started, Clock clock) {
    return TimeUnit.NANOSECONDS.toMillis(clock.nanos() - started);
  }

  /** What a worker that computes together with others has around it. */
  private record Shell(
      Welcome welcome,
      InputStream in,
      Reports reports,
      PairTransfers units,
      PeerSecurity security,
      Clock clock,
      Runnable ended) {

    void run(CoupledModel model, ModelContext context, WarmUp warmUp, long startMillis)
        throws IOException, InterruptedException {
      final TransferReceiver receiver = new TransferReceiver(clock);
      final AtomicReference<@Nullable WorkerRuntime> self = new AtomicReference<>();
      final CollectiveMismatchDetector mismatches =
          new CollectiveMismatchDetector(() -> {
            final @Nullable WorkerRuntime worker = self.get();
            return worker == null ? null : worker.group();
          });
      final ChannelHandlers handlers =
          receiver
              .register(context.channels())
              .handle(Channel.UNITS, units)
              .handle(Channel.WAITING, mismatches);
      final Path folder = Path.of(welcome.getWorkDirectory());
      Files.createDirectories(folder.resolve("outputs"));
      final PieceCost pieceCost = PieceCost.measured();
      try (PieceReceiver copies = new PieceReceiver(folder.resolve("pieces"), pieceCost);
          Links links =
              new Links(
                  welcome.getWorker(),
                  network(welcome),
                  security,
                  handlers,
                  copies,
                  (peer, epoch, why) -> {
                    final @Nullable WorkerRuntime worker = self.get();
                    if (worker != null) {
                      worker.lost(peer, epoch, why);
                    }
                  },
                  clock)) {
        links.allow(welcome.getAllowance().getNetworkBytesPerSecond());
        final WorkerProgram program = new WorkerProgram(model, context.safePoints(), clock);
        final WorkerRuntime worker =
            new WorkerRuntime(
                welcome,
                program,
                reports,
                links,
                new ArrivingState(receiver, units),
                pieceCost,
                clock);
        self.set(worker);
        Thread.ofPlatform().daemon().name("orders").start(() -> readOrders(worker));
        try (ScheduledExecutorService timer =
            Executors.newScheduledThreadPool(
                REGULAR_TASKS, Thread.ofPlatform().daemon().name("regular ", 0).factory())) {
          final ProgressMeter meter = new ProgressMeter(worker, program, receiver, reports, clock);
          final Future<?> _ =
              timer.scheduleAtFixedRate(
                  meter::report, PROGRESS_MILLIS, PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
          final Future<?> _ =
              timer.scheduleAtFixedRate(
                  mismatches::look,
                  CollectiveMismatchDetector.LOOK.toMillis(),
                  CollectiveMismatchDetector.LOOK.toMillis(),
                  TimeUnit.MILLISECONDS);
          links.rehearse();
          worker.run(startMillis, warmUp);
          timer.shutdownNow();
        }
      }
    }

    private void readOrders(WorkerRuntime worker) {
      try {
        while (true) {
          final @Nullable WorkerOrder order = Frames.read(in, WorkerOrder.parser());
          if (order == null || order.hasEnd()) {
            break;
          }
          worker.order(order);
        }
      } catch (IOException e) {
        System.err.println("the orders cannot be read: " + e.getMessage());
      }
      ended.run();
    }
  }

  private static void refuse(Reports reports, InputStream in, String why) throws IOException {
    reports.send(WorkerReport.newBuilder().setFailed(Failed.newBuilder().setError(why)));
    awaitEnd(in);
  }

  private static void awaitEnd(InputStream in) throws IOException {
    @Nullable WorkerOrder order = Frames.read(in, WorkerOrder.parser());
    while (order != null && !order.hasEnd()) {
      order = Frames.read(in, WorkerOrder.parser());
    }
  }

  private static WorkerNetwork network(Welcome welcome) throws IOException {
    final String host = welcome.getListenHost();
    return welcome.getNetworkSocket().isEmpty()
        ? new HostNetwork(InetAddress.getByName(host))
        : new AgentNetwork(welcome.getNetworkSocket(), host);
  }

  private static PeerSecurity security(DataPlane plane) {
    return plane.getTls()
        ? PeerSecurity.tls(
            plane.getCertificateDer().toByteArray(), plane.getPrivateKeyPkcs8().toByteArray())
        : PeerSecurity.plain();
  }

  private static ProgramInput input(Welcome welcome) throws IOException {
    final Map<String, String> parameters = new LinkedHashMap<>();
    for (final Parameter parameter : welcome.getParametersList()) {
      parameters.put(parameter.getName(), parameter.getValue());
    }
    final Path folder = Path.of(welcome.getWorkDirectory());
    return new ProgramInput(
        new Parameters(parameters),
        inputs(folder.resolve("inputs"), welcome.getInputsList()),
        folder.resolve("outputs"));
  }

  /**
   * @param names as they were given; none: not told by an older agent
   */
  private static List<Path> inputs(Path folder, List<String> names) throws IOException {
    if (!names.isEmpty()) {
      return names.stream().map(folder::resolve).toList();
    }
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
