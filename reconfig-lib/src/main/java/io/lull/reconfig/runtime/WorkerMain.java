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
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.bag.BagWorker;
import io.lull.reconfig.checkpoint.PieceReceiver;
import io.lull.reconfig.collective.CollectiveMismatchDetector;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.transfer.TransferReceiver;
import io.lull.reconfig.warmup.ChangeRehearsal;
import io.lull.reconfig.worker.ProgressMeter;
import io.lull.reconfig.worker.Reports;
import io.lull.reconfig.worker.Space;
import io.lull.reconfig.worker.Worker;
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
    if (welcome.hasBag()) {
      return BagWorker.run(
          welcome,
          in,
          reports::send,
          clock,
          TimeUnit.NANOSECONDS.toMillis(clock.nanos() - started));
    }
    if (welcome.hasOther()) {
      refuse(
          reports,
          in,
          "this runtime runs programs of grids and bags, and none of kind "
              + welcome.getOther().getKind()
              + ": give the job the runtime that does");
      return 1;
    }
    final GridProgram program;
    try {
      program = program(welcome.getMainClass());
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      refuse(
          reports,
          in,
          "the program's class "
              + welcome.getMainClass()
              + " cannot be used ("
              + e
              + "): it is to be a public GridProgram with a public constructor without parameters");
      return 1;
    }
    final TransferReceiver receiver = new TransferReceiver(clock);
    final AtomicReference<@Nullable Worker> self = new AtomicReference<>();
    final CollectiveMismatchDetector mismatches =
        new CollectiveMismatchDetector(() -> {
          final @Nullable Worker worker = self.get();
          return worker == null ? null : worker.group();
        });
    final ChannelHandlers handlers =
        new ChannelHandlers()
            .handle(Channel.TRANSFER, receiver)
            .handle(Channel.REPLICATED, receiver)
            .handle(Channel.WAITING, mismatches);
    final Path folder = Path.of(welcome.getWorkDirectory());
    Files.createDirectories(folder.resolve("outputs"));
    try (KernelThreads threads = new KernelThreads(Runtime.getRuntime()::availableProcessors);
        PieceReceiver copies = new PieceReceiver(folder.resolve("pieces"));
        Links links =
            new Links(
                welcome.getWorker(),
                InetAddress.getByName(welcome.getListenHost()),
                security(welcome.getDataPlane()),
                handlers,
                copies,
                (peer, epoch, why) -> {
                  final @Nullable Worker worker = self.get();
                  if (worker != null) {
                    worker.lost(peer, epoch, why);
                  }
                },
                clock)) {
      links.allow(welcome.getAllowance().getNetworkBytesPerSecond());
      final Space space = new Space(parameters(welcome), inputs(folder.resolve("inputs")), threads);
      final Worker worker = new Worker(welcome, program, space, reports, links, receiver, clock);
      self.set(worker);
      Thread.ofPlatform().daemon().name("orders").start(() -> readOrders(in, worker, ended));
      try (ScheduledExecutorService timer =
          Executors.newScheduledThreadPool(
              REGULAR_TASKS, Thread.ofPlatform().daemon().name("regular ", 0).factory())) {
        final ProgressMeter meter = new ProgressMeter(worker, space, receiver, reports, clock);
        final Future<?> _ =
            timer.scheduleAtFixedRate(
                meter::report, PROGRESS_MILLIS, PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
        final Future<?> _ =
            timer.scheduleAtFixedRate(
                mismatches::look,
                CollectiveMismatchDetector.LOOK.toMillis(),
                CollectiveMismatchDetector.LOOK.toMillis(),
                TimeUnit.MILLISECONDS);
        worker.run(
            TimeUnit.NANOSECONDS.toMillis(clock.nanos() - started),
            ChangeRehearsal.lasting(rehearsal));
        timer.shutdownNow();
      }
    }
    return 0;
  }

  private static void readOrders(InputStream in, Worker worker, Runnable ended) {
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

  private static GridProgram program(String mainClass) throws ReflectiveOperationException {
    return Class.forName(mainClass).asSubclass(GridProgram.class).getConstructor().newInstance();
  }

  private static PeerSecurity security(DataPlane plane) {
    return plane.getTls()
        ? PeerSecurity.tls(
            plane.getCertificateDer().toByteArray(), plane.getPrivateKeyPkcs8().toByteArray())
        : PeerSecurity.plain();
  }

  private static Map<String, String> parameters(Welcome welcome) {
    final Map<String, String> parameters = new LinkedHashMap<>();
    for (final Parameter parameter : welcome.getParametersList()) {
      parameters.put(parameter.getName(), parameter.getValue());
    }
    return parameters;
  }

  private static List<Path> inputs(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
