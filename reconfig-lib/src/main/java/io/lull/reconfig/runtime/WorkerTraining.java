package io.lull.reconfig.runtime;

import com.google.protobuf.ByteString;
import io.lull.protocol.architecture.Exempt;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.AtSafePoint;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.CheckValue;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Deal;
import io.lull.protocol.wire.End;
import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Meet;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Proceed;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.bag.BagTask;
import io.lull.reconfig.bag.TaskContext;
import io.lull.reconfig.checkpoint.PieceKey;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A worker's whole life in one process, small and short, some times over: what Java has learned
 * from it, which classes it loads and which methods it runs often, is kept in a file that workers
 * start from (JEP 483 and 515). It is not a worker of any job.
 */
@Exempt(
    from = Exempt.Rule.ENVIRONMENT,
    because = "it is a main program; what Java learned is kept when it exits")
public final class WorkerTraining {
  /** What is run seldom in one of them, such as a handshake, is seen to be run often. */
  private static final int LIVES = 3;

  private static final int TASKS = 512;
  private static final int TASKS_PER_WORD = 16;
  private static final Duration LONGEST_REHEARSAL = Duration.ofSeconds(60);

  /** Nobody waits for it for longer. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private static final int DEADLINE_MILLIS = 60_000;
  private static final String HOST = "127.0.0.1";

  private final InputStream reports;
  private final OutputStream orders;

  private WorkerTraining(InputStream reports, OutputStream orders) {
    this.reports = reports;
    this.orders = orders;
  }

  /**
   * @param arguments the program's class; a folder for its results; a PKCS 12 key store with one
   *     key, for the worker's connections; the file with its password; then the program's
   *     parameters, {@code NAME=VALUE}
   */
  public static void main(String[] arguments) throws IOException, GeneralSecurityException {
    CompletableFuture.delayedExecutor(LONGEST.toSeconds(), TimeUnit.SECONDS)
        .execute(() -> {
          System.err.println("training: was not over after " + LONGEST);
          Runtime.getRuntime().halt(1);
        });
    final Path folder = Path.of(arguments[1]);
    final Welcome.Builder welcome =
        welcome(arguments[0], folder)
            .setDataPlane(plane(Path.of(arguments[2]), Path.of(arguments[3])));
    for (int i = 4; i < arguments.length; i++) {
      final String[] pair = arguments[i].split("=", 2);
      welcome.addParameters(Parameter.newBuilder().setName(pair[0]).setValue(pair[1]));
    }
    for (int life = 1; life <= LIVES; life++) {
      run(
          welcome.setWorkDirectory(folder.resolve("life-" + life).toString()).build(),
          LONGEST_REHEARSAL);
    }
    runTasks(folder.resolve("tasks"));
    System.exit(0);
  }

  /** A task of the training: it does next to nothing. */
  public static final class Exercise implements BagTask {
    @Override
    public void run(TaskContext task) {
      if (task.index() % TASKS_PER_WORD == 0) {
        task.out().println(task.line());
      }
    }
  }

  static Welcome.Builder welcome(String mainClass, Path folder) {
    return Welcome.newBuilder()
        .setJob("training")
        .setWorker("training-w1")
        .setNode("training")
        .setMainClass(mainClass)
        .setListenHost(HOST)
        .setWorkDirectory(folder.toString());
  }

  /**
   * The worker computes its program alone, with a checkpoint, to the end, and rehearses changes.
   *
   * @return the program's check values
   * @throws IOException also when the worker says that it failed
   */
  static Map<String, String> run(Welcome welcome, Duration longestRehearsal) throws IOException {
    return live(training -> training.conduct(welcome), longestRehearsal);
  }

  /** The worker runs a bag's tasks. */
  static void runTasks(Path folder) throws IOException {
    live(
        training ->
            training.deal(
                welcome(Exercise.class.getName(), folder)
                    .setBag(Bag.newBuilder().setTasks(TASKS))
                    .build()),
        LONGEST_REHEARSAL);
  }

  /** What the worker is told, in the place of its agent and the coordinator. */
  @FunctionalInterface
  private interface Life {
    Map<String, String> conduct(WorkerTraining training) throws IOException;
  }

  private static Map<String, String> live(Life life, Duration longestRehearsal) throws IOException {
    final Pipe toWorker = Pipe.open();
    final Pipe fromWorker = Pipe.open();
    try (InputStream told = Channels.newInputStream(toWorker.source());
        OutputStream orders = Channels.newOutputStream(toWorker.sink());
        InputStream reports = Channels.newInputStream(fromWorker.source());
        OutputStream says = Channels.newOutputStream(fromWorker.sink())) {
      final Thread worker =
          Thread.ofPlatform()
              .daemon()
              .name("worker")
              .start(() -> work(told, says, longestRehearsal));
      try {
        return life.conduct(new WorkerTraining(reports, orders));
      } finally {
        worker.interrupt();
      }
    }
  }

  private static void work(InputStream orders, OutputStream reports, Duration longestRehearsal) {
    try {
      WorkerMain.run(orders, reports, SystemClock.INSTANCE, longestRehearsal, () -> {});
    } catch (IOException e) {
      System.err.println("training: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Map<String, String> conduct(Welcome welcome) throws IOException {
    tell(WorkerOrder.newBuilder().setWelcome(welcome));
    final Ready ready = await(WorkerReport::hasReady).getReady();
    final Member self =
        Member.newBuilder()
            .setWorker(welcome.getWorker())
            .setHost(ready.getHost())
            .setPort(ready.getPort())
            .setWeight(1)
            .build();
    tell(
        WorkerOrder.newBuilder()
            .setReconfigure(
                Reconfigure.newBuilder()
                    .setEpoch(1)
                    .addMembers(self)
                    .setFresh(Fresh.getDefaultInstance())
                    .setDeadlineMillis(DEADLINE_MILLIS)));
    final Prepared prepared = await(WorkerReport::hasPrepared).getPrepared();
    tell(WorkerOrder.newBuilder().setProceed(Proceed.newBuilder().setEpoch(1)));
    await(WorkerReport::hasResumed);
    tell(WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(1)));
    final AtSafePoint promised = await(WorkerReport::hasAtSafePoint).getAtSafePoint();
    tell(
        promised.getFinishing()
            ? WorkerOrder.newBuilder().setProceed(Proceed.newBuilder().setEpoch(1))
            : WorkerOrder.newBuilder()
                .setCapture(
                    Capture.newBuilder().setGeneration(1).setSafePoint(promised.getSafePoint())));
    // The answer to a meeting waits until the rehearsal is over.
    tell(
        WorkerOrder.newBuilder()
            .setMeet(
                Meet.newBuilder()
                    .setMeeting(1)
                    .addMembers(self)
                    .setLayout(prepared.getLayout())
                    .setDeadlineMillis(DEADLINE_MILLIS)));
    boolean met = false;
    Map<String, String> values = Map.of();
    while (!met || values.isEmpty()) {
      final WorkerReport report = await(r -> r.hasMet() || r.hasCompleted());
      met |= report.hasMet();
      if (report.hasCompleted()) {
        values =
            report.getCompleted().getCheckValuesList().stream()
                .collect(Collectors.toMap(CheckValue::getName, CheckValue::getValue));
      }
    }
    return values;
  }

  private Map<String, String> deal(Welcome welcome) throws IOException {
    tell(WorkerOrder.newBuilder().setWelcome(welcome));
    await(WorkerReport::hasReady);
    final Deal.Builder deal = Deal.newBuilder();
    for (int task = 0; task < TASKS; task++) {
      deal.addTasks(TaskTry.newBuilder().setTask(task));
    }
    tell(WorkerOrder.newBuilder().setDeal(deal));
    int ended = 0;
    while (ended < TASKS) {
      final WorkerReport report = await(r -> r.hasTaskEnded() || r.hasTasksEnded());
      ended += report.hasTaskEnded() ? 1 : report.getTasksEnded().getTasksCount();
    }
    tell(WorkerOrder.newBuilder().setEnd(End.getDefaultInstance()));
    return Map.of("tasks", String.valueOf(ended));
  }

  private void tell(WorkerOrder.Builder order) throws IOException {
    Frames.write(orders, order.build());
  }

  private WorkerReport await(Predicate<WorkerReport> condition) throws IOException {
    while (true) {
      final WorkerReport report = Frames.read(reports, WorkerReport.parser());
      if (report == null) {
        throw new EOFException("the worker ended");
      }
      if (report.hasFailed()) {
        throw new IOException("the worker failed: " + report.getFailed().getError());
      }
      if (condition.test(report)) {
        return report;
      }
    }
  }

  private static DataPlane plane(Path store, Path password)
      throws IOException, GeneralSecurityException {
    final char[] secret = Files.readString(password).strip().toCharArray();
    final KeyStore keys = KeyStore.getInstance(store.toFile(), secret);
    final String alias = keys.aliases().nextElement();
    return DataPlane.newBuilder()
        .setTls(true)
        .setCertificateDer(ByteString.copyFrom(keys.getCertificate(alias).getEncoded()))
        .setPrivateKeyPkcs8(ByteString.copyFrom(keys.getKey(alias, secret).getEncoded()))
        .setPieceKey(ByteString.copyFrom(new byte[PieceKey.BYTES]))
        .build();
  }
}
