package io.lull.bench.reclaim;

import io.lull.bench.grid.Child;
import io.lull.bench.grid.Pause;
import io.lull.cli.Programs;
import io.lull.cli.Programs.Program;
import io.lull.protocol.time.SystemClock;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A {@link Rig} with spinning guests in it, one at a time. */
final class RigProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Child child;
  private final Path folder;
  private final int threads;
  private int guests;
  private Stamps stamps;

  private RigProcess(Child child, Path folder, int threads) throws IOException {
    this.child = child;
    this.folder = folder;
    this.threads = threads;
    this.stamps = Stamps.create(folder.resolve("stamps-none"), threads);
  }

  /**
   * One that watches.
   *
   * @param input as {@code --input} would have it
   * @param settings of the owner
   */
  static RigProcess watching(
      Path folder, Map<String, String> environment, String input, Map<String, String> settings)
      throws IOException {
    final StringBuilder text = new StringBuilder();
    settings.forEach((key, value) -> text.append(key).append(" = \"").append(value).append("\"\n"));
    Files.writeString(folder.resolve("agent.conf"), text);
    return start(folder, environment, List.of(folder.toString(), input));
  }

  /** One in which guests are held when told so, and at no other time. */
  static RigProcess obeying(Path folder) throws IOException {
    return start(folder, Map.of(), List.of());
  }

  private static RigProcess start(
      Path folder, Map<String, String> environment, List<String> arguments) throws IOException {
    return new RigProcess(
        Child.start(
            "rig",
            folder,
            environment,
            Programs.command(Program.AGENT, Rig.class.getName(), arguments)),
        folder,
        Runtime.getRuntime().availableProcessors());
  }

  /** How guests are kept out of the owner's way. */
  String priority() throws IOException, InterruptedException {
    return child.await("^guests run with ", PATIENCE).text();
  }

  /** What the node becomes next of these. */
  String awaitAnyState(String... states) throws IOException, InterruptedException {
    return child
        .await("^state (" + String.join("|", states) + ")$", PATIENCE)
        .text()
        .substring("state ".length());
  }

  void awaitState(String state) throws IOException, InterruptedException {
    child.await("^state " + state + "$", PATIENCE);
  }

  /** Whether the node becomes something else within this time. */
  boolean changes(Duration within) throws InterruptedException {
    return child.says("^state ", within);
  }

  /**
   * Returns when every thread of it runs, or when it was ended before.
   *
   * @param bytes that each thread goes through again and again
   */
  Stamps guest(int bytes) throws IOException, InterruptedException {
    guests++;
    final Path file = folder.resolve("stamps-" + guests);
    stamps = Stamps.create(file, threads);
    final List<String> order = new ArrayList<>();
    order.addAll(List.of("start", worker(), folder.toString()));
    order.add(Programs.java().toString());
    order.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-Xmx" + (64 + (long) threads * bytes / (1 << 20)) + "m",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            leanClassPath()));
    order.addAll(
        List.of(
            SpinGuest.class.getName(),
            file.toString(),
            Integer.toString(threads),
            Integer.toString(bytes)));
    child.tell(order.toArray(String[]::new));
    child.await("^started " + worker(), PATIENCE);
    final long deadline = SystemClock.INSTANCE.nanos() + PATIENCE.toNanos();
    while (!stamps.begun() && !child.hasSaid("^gone " + worker() + "$")) {
      if (SystemClock.INSTANCE.nanos() > deadline) {
        throw new IOException("the guest does not begin");
      }
      Pause.millis(1);
    }
    return stamps;
  }

  /** Of the monotonic clock: when the agent had held the guest; and to how many cores. */
  Held awaitHeld() throws IOException, InterruptedException {
    final String[] words = child.await("^held " + worker() + " ", PATIENCE).text().split(" ");
    return new Held(Long.parseLong(words[2]), Double.parseDouble(words[3]));
  }

  /**
   * @param cores 0: it stands still
   */
  record Held(long nanos, double cores) {}

  /** Takes back {@link #hold} and {@link #suspend}. */
  void release() throws IOException {
    child.tell("resume", worker());
    child.tell("release", worker());
  }

  void suspend() throws IOException, InterruptedException {
    child.tell("suspend", worker());
    awaitHeld();
  }

  void hold(double cores) throws IOException, InterruptedException {
    child.tell("hold", worker(), Double.toString(cores));
    awaitHeld();
  }

  /** Returns when nothing is left of it. */
  void end() throws IOException, InterruptedException {
    child.tell("kill", worker());
    awaitGone();
  }

  void awaitGone() throws IOException, InterruptedException {
    child.await("^gone " + worker() + "$", PATIENCE);
    Files.deleteIfExists(folder.resolve("stamps-" + guests));
  }

  /** Only where the guest's own classes are: the fewer files, the sooner it begins. */
  static String leanClassPath() {
    return Stream.of(SpinGuest.class, SystemClock.class)
        .map(RigProcess::location)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String location(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()))
        .toString();
  }

  private String worker() {
    return "B1-w" + guests;
  }

  @Override
  public void close() {
    child.close();
  }
}
