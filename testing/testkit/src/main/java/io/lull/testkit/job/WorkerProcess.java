package io.lull.testkit.job;

import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A real worker process, with this test as its agent and coordinator. */
public final class WorkerProcess implements AutoCloseable {
  private static final long DEADLINE_SECONDS = 60;

  /** So often it is looked whether waiting has become vain. */
  private static final long LOOK_MILLIS = 50;

  /** Workers through which little data goes have nothing of a rehearsal. */
  public static final String UNREHEARSED = "-Dlull.rehearsal.millis=0";

  static final List<String> SMALL =
      List.of(
          "-Xmx64m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Dkryo.unsafe=false",
          UNREHEARSED);

  private static final String MAIN_CLASS = "io.lull.reconfig.runtime.WorkerMain";

  private final String name;
  private final Path folder;
  private final Process process;
  private final List<WorkerReport> reports = new ArrayList<>();
  private boolean ended;
  private volatile @Nullable IOException unreadable;
  private Member address = Member.getDefaultInstance();

  /** One with little memory that compiles quickly; it is not waited for. */
  public WorkerProcess(
      String name, Path folder, Class<?> program, Map<String, String> parameters, DataPlane plane)
      throws IOException, WorkerEnded {
    this(
        name,
        folder,
        program,
        Welcome.getDefaultInstance(),
        parameters,
        plane,
        new WorkerLaunch(SMALL, WorkerHost.HERE));
  }

  /**
   * @param template what its welcome says beside what follows
   */
  WorkerProcess(
      String name,
      Path folder,
      Class<?> program,
      Welcome template,
      Map<String, String> parameters,
      DataPlane plane,
      WorkerLaunch launch)
      throws IOException, WorkerEnded {
    this.name = name;
    this.folder = folder;
    Files.createDirectories(folder);
    final List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Standard output is for reports: what the Java machine has to say goes to the log.
    command.add("-XX:+DisplayVMOutputToStderr");
    command.add("-Xlog:disable");
    command.add("-Xlog:all=warning,cds=off,aot=off:stderr");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(launch.flags());
    command.addAll(WorkerClasses.flags(launch.flags()));
    final String home = program.getProtectionDomain().getCodeSource().getLocation().getPath();
    command.add("-cp");
    command.add(WorkerClasses.path(home));
    command.add(MAIN_CLASS);
    process =
        new ProcessBuilder(launch.host().running().apply(command))
            .redirectError(folder.resolve("log.txt").toFile())
            .start();
    Thread.ofVirtual().start(this::collect);
    final Welcome.Builder welcome =
        template.toBuilder()
            .setJob("J1")
            .setWorker(name)
            .setNode("node-" + name)
            .setMainClass(program.getName())
            .setListenHost(launch.host().address())
            .setWorkDirectory(folder.toString())
            .setDataPlane(plane);
    parameters.forEach(
        (k, v) -> welcome.addParameters(Parameter.newBuilder().setName(k).setValue(v)));
    tell(WorkerOrder.newBuilder().setWelcome(welcome));
  }

  public String name() {
    return name;
  }

  public long pid() {
    return process.pid();
  }

  /** The worker's own. */
  public Path folder() {
    return folder;
  }

  private void collect() {
    try {
      WorkerReport report = Frames.read(process.getInputStream(), WorkerReport.parser());
      while (report != null) {
        synchronized (reports) {
          reports.add(report);
          reports.notifyAll();
        }
        report = Frames.read(process.getInputStream(), WorkerReport.parser());
      }
    } catch (IOException e) {
      // The process was killed, which is what some tests are about; else the test is told.
      unreadable = e;
    } finally {
      synchronized (reports) {
        ended = true;
        reports.notifyAll();
      }
    }
  }

  /**
   * @throws WorkerEnded when there is nobody who would hear it
   */
  public void tell(WorkerOrder.Builder order) throws WorkerEnded {
    try {
      Frames.write(process.getOutputStream(), order.build());
    } catch (IOException e) {
      throw new WorkerEnded(name + " cannot be told: " + e.getMessage() + "; its log: " + log());
    }
  }

  /** The next report that the condition accepts; those before it are forgotten. */
  public WorkerReport await(String what, Predicate<WorkerReport> condition)
      throws InterruptedException, WorkerEnded {
    return await(what, condition, List.of());
  }

  /**
   * As {@link #await(String, Predicate)}.
   *
   * @param all who take part: when any of them has ended there is nothing to wait for any more
   */
  WorkerReport await(String what, Predicate<WorkerReport> condition, Collection<WorkerProcess> all)
      throws InterruptedException, WorkerEnded {
    return await(what, condition, all, () -> {});
  }

  /** Looks whether waiting has become vain, and throws if it has. */
  interface Watch<E extends Exception> {
    void look() throws E;
  }

  /**
   * As {@link #await(String, Predicate, Collection)}.
   *
   * @param watch every so often
   */
  <E extends Exception> WorkerReport await(
      String what, Predicate<WorkerReport> condition, Collection<WorkerProcess> all, Watch<E> watch)
      throws InterruptedException, WorkerEnded, E {
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    synchronized (reports) {
      while (true) {
        while (!reports.isEmpty()) {
          final WorkerReport report = reports.removeFirst();
          if (condition.test(report)) {
            return report;
          }
          if (report.hasFailed()) {
            throw new AssertionError(
                name + " failed while it should have been " + what + ": " + report);
          }
        }
        if (ended) {
          throw new WorkerEnded(
              name + " ended and never was " + what + ": " + ending() + "; its log: " + log());
        }
        for (final WorkerProcess other : all) {
          if (other != this && !other.isAlive()) {
            throw new WorkerEnded(other.name + " ended before " + name + " was " + what);
          }
        }
        watch.look();
        final long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          throw new AssertionError(name + " was never " + what + "; its log: " + log());
        }
        reports.wait(Math.min(left, LOOK_MILLIS));
      }
    }
  }

  private String ending() {
    final String reading = unreadable == null ? "" : ", its reports: " + unreadable;
    return (process.isAlive() ? "it is alive" : "exit code " + process.exitValue()) + reading;
  }

  /** The first report, of those that nobody has waited for yet, that the condition accepts. */
  Optional<WorkerReport> unheard(Predicate<WorkerReport> condition) {
    synchronized (reports) {
      return reports.stream().filter(condition).findFirst();
    }
  }

  /** It was heard too early, and is to be awaited again. */
  void leaveUnheard(WorkerReport report) {
    synchronized (reports) {
      reports.addFirst(report);
    }
  }

  public Member awaitReady() throws InterruptedException, WorkerEnded {
    final var ready = await("ready", WorkerReport::hasReady).getReady();
    address =
        Member.newBuilder()
            .setWorker(name)
            .setNode("node-" + name)
            .setHost(ready.getHost())
            .setPort(ready.getPort())
            .setWeight(1)
            .build();
    return address;
  }

  public Member address() {
    return address;
  }

  /** From the next configuration on it counts as so many times as fast as others. */
  public void weighs(double weight) {
    address = address.toBuilder().setWeight(weight).build();
  }

  public void awaitExit() throws InterruptedException {
    if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError(name + " did not end by itself");
    }
  }

  public void agentEnds() throws IOException {
    process.getOutputStream().close();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  CompletableFuture<Process> end() {
    return process.onExit();
  }

  public int exitCode() {
    return process.exitValue();
  }

  /** From now on nothing is heard of it, as of a machine that is cut off, until {@link #heal}. */
  public void cut() throws IOException, InterruptedException {
    signal("-STOP");
  }

  /** It goes on where it was, and knows of nothing that happened since. */
  public void heal() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String which) throws IOException, InterruptedException {
    new ProcessBuilder("kill", which, Long.toString(process.pid())).inheritIO().start().waitFor();
  }

  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  public String log() {
    try {
      return Files.readString(folder.resolve("log.txt"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Its log and its threads' stacks; for a test whose wait timed out. */
  public String account() throws InterruptedException {
    return String.format(
        "%n== %s, its log: %s%n== %s, its threads: %s",
        name, log(), name, isAlive() ? threads() : "ended");
  }

  private String threads() throws InterruptedException {
    final Path said = folder.resolve("threads.txt");
    try {
      final Process asked =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jstack").toString(),
                  Long.toString(process.pid()))
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      if (!asked.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        asked.destroyForcibly().waitFor();
      }
      return Files.readString(said);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    try {
      kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
