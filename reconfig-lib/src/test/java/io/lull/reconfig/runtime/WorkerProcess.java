package io.lull.reconfig.runtime;

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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A real worker process, with this test as its agent and coordinator. */
final class WorkerProcess implements AutoCloseable {
  private static final long DEADLINE_SECONDS = 60;

  final String name;
  final Path folder;
  private final Process process;
  private final List<WorkerReport> reports = new ArrayList<>();
  private Member address = Member.getDefaultInstance();

  WorkerProcess(
      String name, Path folder, Class<?> program, Map<String, String> parameters, DataPlane plane)
      throws IOException {
    this.name = name;
    this.folder = folder;
    Files.createDirectories(folder);
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                WorkerMain.class.getName())
            .redirectError(folder.resolve("log.txt").toFile())
            .start();
    Thread.ofVirtual().start(this::collect);
    final Welcome.Builder welcome =
        Welcome.newBuilder()
            .setJob("J1")
            .setWorker(name)
            .setNode("node-" + name)
            .setMainClass(program.getName())
            .setListenHost("127.0.0.1")
            .setWorkDirectory(folder.toString())
            .setDataPlane(plane);
    parameters.forEach(
        (k, v) -> welcome.addParameters(Parameter.newBuilder().setName(k).setValue(v)));
    tell(WorkerOrder.newBuilder().setWelcome(welcome));
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
      // the process was killed, which is what some tests are about
    }
  }

  void tell(WorkerOrder.Builder order) throws IOException {
    Frames.write(process.getOutputStream(), order.build());
  }

  /** The next report that the condition accepts; those before it are forgotten. */
  WorkerReport await(String what, Predicate<WorkerReport> condition) throws InterruptedException {
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
        final long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          throw new AssertionError(name + " was never " + what + "; its log: " + log());
        }
        reports.wait(left);
      }
    }
  }

  Member awaitReady() throws InterruptedException {
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

  Member address() {
    return address;
  }

  void awaitExit() throws InterruptedException {
    if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError(name + " did not end by itself");
    }
  }

  void agentEnds() throws IOException {
    process.getOutputStream().close();
  }

  int exitCode() {
    return process.exitValue();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  String log() {
    try {
      return Files.readString(folder.resolve("log.txt"));
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
