package io.lull.bench;

import io.lull.agent.worker.WorkerJvm;
import io.lull.protocol.wire.DataPlane;
import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Jobs whose workers are processes of this machine, with the bench as their agent. */
public final class BenchWorkers {
  private static final int LEAST_MEBIBYTES = 64;

  private BenchWorkers() {}

  /**
   * A job without workers yet; each that it gets has one thread.
   *
   * @param cellBytes that a worker has to hold at the most
   */
  public static TestJob job(
      Path folder,
      Class<?> program,
      Map<String, String> parameters,
      DataPlane plane,
      long cellBytes) {
    return new TestJob(folder, program, parameters, plane, flags(cellBytes));
  }

  /** The same, of workers that send each other nothing but what the program does. */
  public static TestJob unrehearsedJob(
      Path folder,
      Class<?> program,
      Map<String, String> parameters,
      DataPlane plane,
      long cellBytes) {
    final List<String> flags = new ArrayList<>(flags(cellBytes));
    flags.add(WorkerProcess.UNREHEARSED);
    return new TestJob(folder, program, parameters, plane, flags);
  }

  /** As an agent starts them. */
  private static List<String> flags(long cellBytes) {
    final List<String> flags =
        new ArrayList<>(
            List.of(
                "-Xmx" + (LEAST_MEBIBYTES + (cellBytes >> 20)) + "m",
                "-Xmn32m",
                "-XX:+UseSerialGC",
                "-XX:ActiveProcessorCount=1",
                "--add-modules=jdk.incubator.vector"));
    flags.addAll(
        WorkerJvm.warm(
            Optional.of(Path.of(System.getProperty("lull.archives"), "worker.jsa"))
                .filter(Files::isReadable)));
    return flags;
  }

  /** Gives each a core of its own, see {@link SeparateCores}. */
  public static void spread(List<WorkerProcess> workers) throws IOException, InterruptedException {
    SeparateCores.assign(workers.stream().map(WorkerProcess::pid).toList());
  }

  /** How they speak with each other. */
  public static DataPlane plane(boolean tls) throws IOException, InterruptedException {
    return tls ? JobCertificate.dataPlane() : DataPlane.getDefaultInstance();
  }
}
