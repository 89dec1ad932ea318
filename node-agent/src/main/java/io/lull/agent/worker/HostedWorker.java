package io.lull.agent.worker;

import io.lull.agent.guest.GuestThread;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestSpec;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.End;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.RunningWorker;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One worker, from the order to start it until only its folder is left. */
final class HostedWorker {
  private static final Logger LOG = LoggerFactory.getLogger(HostedWorker.class);

  /** A worker that is asked to end is ended by force after this time. */
  static final Duration POLITE = Duration.ofSeconds(2);

  private static final Duration START_WITHIN = Duration.ofMinutes(1);
  private static final Duration KILL_WITHIN = Duration.ofSeconds(5);
  private static final int KILL_TRIES = 12;
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);
  private static final int NEVER_STARTED = -1;

  private final StartWorker order;
  private final WorkerFolder folder;
  private final WorkerTools tools;
  private final GuestThread guestThread;
  private final GuestJournal journal;
  private final WorkerListener listener;
  private final WorkerLog log;
  private final OrderQueue orders = new OrderQueue();
  private final WorkerConnections connections;
  private @Nullable Thread life;
  private @Nullable Guest guest;
  private @Nullable Ready ready;
  private @Nullable String endReason;

  HostedWorker(
      StartWorker order,
      WorkerTools tools,
      GuestThread guestThread,
      GuestJournal journal,
      WorkerListener listener) {
    this.order = order;
    this.folder = WorkerFolder.of(tools.folder(), order.getWorker(), tools.starter().folders());
    this.tools = tools;
    this.guestThread = guestThread;
    this.journal = journal;
    this.listener = listener;
    this.log = new WorkerLog(folder.log(), tools.channels().logReads());
    this.connections = new WorkerConnections(order, tools);
  }

  String id() {
    return order.getWorker();
  }

  String job() {
    return order.getJob();
  }

  WorkerFolder folder() {
    return folder;
  }

  String logTail() {
    return log.tail();
  }

  long memoryBytes() {
    return WorkerJvm.memoryBytes(order.getMemoryBytes());
  }

  synchronized Optional<Guest> guest() {
    return Optional.ofNullable(guest);
  }

  synchronized RunningWorker view() {
    final RunningWorker.Builder view =
        RunningWorker.newBuilder().setWorker(id()).setJob(job()).setClaim(order.getClaim());
    if (ready != null) {
      view.setHost(ready.getHost()).setPort(ready.getPort());
    }
    return view.build();
  }

  /** Returns at once; the listener receives the result. */
  synchronized void start(WorkerLimits limits, String node, String host) {
    life =
        Thread.ofVirtual()
            .name(id())
            .start(() -> LogContext.ofJob(job(), () -> live(limits, node, host)));
  }

  /** Passes an order on; a worker that does not read its orders is ended. */
  void tell(WorkerOrder next) {
    connections.learn(next);
    if (!orders.offer(next)) {
      kill("it did not read its orders");
    }
  }

  /** Sets its share of the network from now on. */
  void allow(long networkBytesPerSecond) {
    if (!orders.allow(networkBytesPerSecond)) {
      kill("it did not read its orders");
    }
  }

  /** Asks it to end, and ends it by force if it does not. */
  void end(String reason) {
    final Guest asked;
    synchronized (this) {
      endReason = endReason == null ? reason : endReason;
      asked = guest;
    }
    if (asked == null) {
      kill(reason);
      return;
    }
    asked.hasten();
    tell(WorkerOrder.newBuilder().setEnd(End.newBuilder().setReason(reason)).build());
    Thread.ofVirtual()
        .name(id() + "-end")
        .start(() -> {
          try {
            asked.pipes().exit().get(POLITE.toMillis(), TimeUnit.MILLISECONDS);
          } catch (TimeoutException e) {
            kill(reason);
          } catch (ExecutionException | InterruptedException e) {
            LOG.debug("not waiting for {}: {}", id(), e.getMessage());
          }
        });
  }

  /** Begins to end it by force, or prevents its start. */
  void kill(String reason) {
    final Guest victim;
    synchronized (this) {
      endReason = endReason == null ? reason : endReason;
      victim = guest;
      if (victim == null && life != null) {
        life.interrupt();
      }
    }
    if (victim != null) {
      LogContext.ofJob(job(), () -> LOG.info("ending {} by force: {}", id(), reason));
      Thread.ofVirtual()
          .name(id() + "-kill")
          .start(() -> LogContext.ofJob(job(), () -> killFully(victim)));
    }
  }

  /** Ends it by force and waits for the end. */
  void killAndWait(String reason, Duration patience) throws InterruptedException {
    kill(reason);
    final Thread waitedFor;
    synchronized (this) {
      waitedFor = life;
    }
    if (waitedFor != null && !waitedFor.join(patience)) {
      LogContext.ofJob(
          job(), () -> LOG.error("cannot end {} within {} s", id(), patience.toSeconds()));
    }
  }

  private void live(WorkerLimits limits, String node, String host) {
    int exitCode = NEVER_STARTED;
    String failure = "";
    try (connections) {
      final WorkerJvm.Shares memory = WorkerJvm.shares(memoryBytes(), limits.memoryBytes());
      folder.create();
      log.open();
      connections.open(folder.root(), host);
      final Optional<Path> program =
          WorkerFiles.fetch(order, folder, tools.blobs(), limits.signers());
      final Guest started = launch(memory, limits.cores(), program);
      exitCode = attend(started, welcome(node, connections.host()));
    } catch (IOException | IllegalArgumentException e) {
      failure = e.getMessage() == null ? e.toString() : e.getMessage();
      LOG.warn("cannot start {}: {}", id(), failure);
    } catch (InterruptedException e) {
      LOG.info("{} is not started", id());
    }
    log.close();
    listener.ended(ended(exitCode, failure));
  }

  private Guest launch(WorkerJvm.Shares memory, int cores, Optional<Path> program)
      throws IOException, InterruptedException {
    final WorkerJvm jvm = tools.jvm();
    final GuestSpec spec =
        new GuestSpec(
            jvm.command(memory, cores, folder, program),
            jvm.environment(folder),
            folder.root(),
            new GuestLimits(cores, memoryBytes()));
    final GuestNeeds needs = folder.needs(jvm.readable(), connections.network());
    final GuestSpec confined = tools.sandbox().confine(spec, needs, folder.material());
    folder.letUse();
    synchronized (this) {
      if (endReason != null) {
        throw new InterruptedException(endReason);
      }
    }
    final Guest started = guestThread.call(() -> tools.starter().start(confined));
    final boolean late;
    synchronized (this) {
      guest = started;
      late = endReason != null;
      // From now on, ending it kills its process and interrupts no thread; an interrupt from before
      // must not break what follows.
      Thread.interrupted();
    }
    try {
      journal.started(id(), started.id());
    } catch (IOException e) {
      killFully(started);
      throw e;
    }
    if (late) {
      killFully(started);
    }
    listener.started(id());
    return started;
  }

  private WorkerOrder welcome(String node, String host) {
    final Welcome.Builder welcome =
        Welcome.newBuilder()
            .setJob(job())
            .setWorker(id())
            .setMainClass(order.getMainClass())
            .addAllParameters(order.getParametersList())
            .setListenHost(host)
            .setNetworkSocket(connections.socket())
            .setWorkDirectory(folder.root().toString())
            .addAllInputs(order.getInputsList().stream().map(Blob::getName).toList())
            .setDataPlane(order.getDataPlane())
            .setNode(node)
            .setChecked(order.getChecked())
            .setNoAdapt(order.getNoAdapt())
            .setGhost(order.getGhost())
            .setAllowance(orders.allowance());
    tools.sandbox().imageRoot().map(Path::toString).ifPresent(welcome::setImageRoot);
    switch (order.getKindCase()) {
      case BAG -> welcome.setBag(order.getBag());
      case OTHER -> welcome.setOther(order.getOther());
      case KIND_NOT_SET -> {}
    }
    return WorkerOrder.newBuilder().setWelcome(welcome).build();
  }

  /** Reads its reports until it ends, and cleans up what it leaves running. */
  private int attend(Guest running, WorkerOrder welcome) throws InterruptedException {
    final Thread speaking = thread("orders", () -> passOrders(running, welcome));
    final Thread hearing = thread("reports", () -> passReports(running));
    final Thread logging = thread("log", () -> log.copy(running.pipes().log()));
    // A worker that never becomes ready gets no extra time.
    CompletableFuture.delayedExecutor(START_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
        .execute(running::settle);
    int exitCode = NEVER_STARTED;
    try {
      exitCode = running.pipes().exit().get();
    } catch (ExecutionException e) {
      LOG.warn("cannot find out how {} ended: {}", id(), e.getMessage());
    }
    killFully(running);
    speaking.interrupt();
    for (final Thread thread : new Thread[] {hearing, logging, speaking}) {
      if (!thread.join(LAST_WORDS)) {
        LOG.warn("the thread {} does not end", thread.getName());
      }
    }
    return exitCode;
  }

  private void killFully(Guest victim) {
    for (int i = 0; i < KILL_TRIES; i++) {
      if (victim.kill(KILL_WITHIN)) {
        try {
          journal.gone(id());
        } catch (IOException e) {
          LOG.warn("cannot write the journal: {}", e.getMessage());
        }
        return;
      }
    }
    LOG.error(
        "something of {} (process {}) still runs after {} attempts to end it by force, {} s each",
        id(),
        victim.id(),
        KILL_TRIES,
        KILL_WITHIN.toSeconds());
  }

  private void passOrders(Guest running, WorkerOrder welcome) {
    try (OutputStream out = new BufferedOutputStream(running.pipes().orders())) {
      Frames.write(out, welcome);
      while (true) {
        final WorkerOrder next = orders.take();
        Frames.write(out, next);
        if (next.hasEnd()) {
          return;
        }
      }
    } catch (IOException e) {
      LOG.debug("{} does not accept orders any more: {}", id(), e.getMessage());
    } catch (InterruptedException e) {
      LOG.trace("{} has ended", id());
    }
  }

  private void passReports(Guest running) {
    final GuestPace pace = tools.channels().reports();
    try (InputStream in = new BufferedInputStream(running.pipes().reports())) {
      WorkerReport said = Frames.read(in, WorkerReport.parser());
      while (said != null) {
        final WorkerReport report = connections.verified(said);
        if (report.hasReady()) {
          running.settle();
          synchronized (this) {
            ready = report.getReady();
          }
        }
        if (!listener.said(
            FromWorker.newBuilder().setJob(job()).setWorker(id()).setReport(report).build())) {
          kill("no coordinator accepts its reports");
        }
        pace.await();
        said = Frames.read(in, WorkerReport.parser());
      }
    } catch (EOFException e) {
      endWithin(running, LAST_WORDS);
    } catch (IOException e) {
      kill("cannot read its reports: " + e.getMessage());
    }
  }

  /** A process that died within a report says why by its exit code. */
  private void endWithin(Guest running, Duration patience) {
    try {
      final int _ = running.pipes().exit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      kill("its reports ended within a message");
    } catch (ExecutionException | InterruptedException e) {
      LOG.debug("not waiting for {}: {}", id(), e.getMessage());
    }
  }

  private Thread thread(String what, Runnable body) {
    return Thread.ofPlatform()
        .daemon()
        .name(id() + "-" + what)
        .start(() -> LogContext.ofJob(job(), body));
  }

  private synchronized WorkerEnded ended(int exitCode, String failure) {
    final WorkerExit exit =
        new WorkerExit(
            exitCode, memoryBytes(), log.tail(), guest != null && guest.tookTooMuchMemory());
    return WorkerEnded.newBuilder()
        .setJob(job())
        .setWorker(id())
        .setExitCode(exitCode)
        .setReason(endReason == null ? exit.words(failure) : endReason)
        .setByProgram(endReason == null && failure.isEmpty() && exit.byProgram())
        .setNeverReady(ready == null)
        .setLogTail(log.tail())
        .build();
  }
}
