import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jppf.client.JPPFClient;
import org.jppf.client.JPPFJob;
import org.jppf.node.protocol.AbstractTask;
import org.jppf.node.protocol.Task;

/**
 * Empty tasks of JPPF over a driver and nodes that stand ready, each a process of its own. Says
 * "ready"; then, for each line with a number, runs a job of so many tasks and says how many seconds
 * went by in the client from its submission to its last result.
 */
public final class JppfEmpty {
  private static final int CONNECT_SECONDS = 60;
  private static final int LOOK_MILLIS = 50;

  /** Does nothing. */
  public static final class Empty extends AbstractTask<Void> {
    private static final long serialVersionUID = 1;

    @Override
    public void run() {}
  }

  private JppfEmpty() {}

  public static void main(String[] words) throws Exception {
    final int nodes = Integer.parseInt(words[0]);
    final int threads = Integer.parseInt(words[1]);
    final Path folder = Files.createTempDirectory("jppf-empty");
    final List<Process> processes = new ArrayList<>();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(processes, folder)));
    final int port = freePort();
    final String calm = "jppf.discovery.enabled = false\njppf.peer.discovery.enabled = false\n";
    processes.add(
        start(
            folder,
            "driver",
            "org.jppf.server.JPPFDriver",
            calm + "jppf.server.port = " + port + "\njppf.ssl.server.port = -1\n"));
    for (int node = 1; node <= nodes; node++) {
      processes.add(
          start(
              folder,
              "node" + node,
              "org.jppf.node.NodeRunner",
              calm
                  + "jppf.management.enabled = false\n"
                  + "jppf.server.host = 127.0.0.1\n"
                  + "jppf.server.port = "
                  + port
                  + "\njppf.processing.threads = "
                  + threads
                  + "\n"));
    }
    final Path config = folder.resolve("client.properties");
    Files.writeString(
        config,
        calm
            + "jppf.drivers = driver\n"
            + "driver.jppf.server.host = 127.0.0.1\n"
            + "driver.jppf.server.port = "
            + port
            + "\ndriver.jppf.pool.size = 1\njppf.local.execution.enabled = false\n");
    System.setProperty("jppf.config", config.toString());
    try (JPPFClient client = new JPPFClient();
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      client.awaitWorkingConnectionPool();
      final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CONNECT_SECONDS);
      for (int node = 1; node <= nodes; node++) {
        final Path log = folder.resolve("node" + node + ".log");
        while (!Files.readString(log).contains("node successfully initialized")) {
          if (processes.get(node).waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)
              || System.nanoTime() > deadline) {
            throw new IOException("a node did not start: " + Files.readString(log));
          }
        }
      }
      System.out.println("ready");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        final double seconds = run(client, Integer.parseInt(line.strip()));
        System.out.println("{\"seconds\":" + seconds + "}");
      }
    }
    System.exit(0);
  }

  private static double run(JPPFClient client, int tasks) throws Exception {
    final long begin = System.nanoTime();
    final JPPFJob job = new JPPFJob();
    for (int task = 0; task < tasks; task++) {
      job.add(new Empty());
    }
    final List<Task<?>> results = client.submit(job);
    final double seconds = (System.nanoTime() - begin) / 1e9;
    for (final Task<?> result : results) {
      if (result.getThrowable() != null) {
        throw new IOException("a task failed", result.getThrowable());
      }
    }
    if (results.size() != tasks) {
      throw new IOException(results.size() + " results of " + tasks + " tasks");
    }
    return seconds;
  }

  private static Process start(Path folder, String name, String mainClass, String properties)
      throws IOException {
    final Path config = folder.resolve(name + ".properties");
    Files.writeString(config, properties);
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-Djppf.config=" + config,
            "-cp",
            System.getProperty("java.class.path"),
            mainClass,
            "noLauncher")
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(name + ".log").toFile())
        .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void end(List<Process> processes, Path folder) {
    processes.forEach(Process::destroyForcibly);
    try {
      for (final Process process : processes) {
        process.waitFor(10, TimeUnit.SECONDS);
      }
      try (Stream<Path> all = Files.walk(folder)) {
        for (final Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(each);
        }
      }
    } catch (IOException | InterruptedException e) {
      System.err.println("jppf-empty: " + e);
    }
  }
}
