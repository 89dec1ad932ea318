package io.lull.agent.worker;

import io.lull.protocol.text.Sizes;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to start a worker's Java.
 *
 * @param classPath without the user's own program
 * @param flags further ones
 * @param learned a profile of an earlier worker: classes read and verified, and methods that run
 *     often; if it does not fit, the worker starts without it
 */
public record WorkerJvm(
    Path javaHome, String classPath, String mainClass, List<String> flags, Optional<Path> learned) {
  public static final String MAIN_CLASS = "io.lull.reconfig.runtime.WorkerMain";

  /** The memory of a worker that asks for none. */
  public static final long DEFAULT_MEMORY_BYTES = 512L << 20;

  /** Code, stacks, metaspace, small buffers: what a worker's process needs beside its heap. */
  static final long OVERHEAD_BYTES = 96L << 20;

  /** The part of it for the JDK's own copies on read and write, thread by thread. */
  private static final long SMALL_BUFFER_BYTES = 32L << 20;

  /** Long messages between workers use buffers of their own: this part of the rest. */
  private static final int PARTS_PER_BUFFERS = 16;

  /** Two of the longest messages; the rest uses the heap. */
  private static final long MOST_LARGE_BUFFER_BYTES = 128L << 20;

  static final long LEAST_HEAP_BYTES = 32L << 20;

  /** A program's cells lie outside of the heap, and its other objects are short-lived. */
  private static final long MOST_YOUNG_BYTES = 64L << 20;

  /**
   * Encryption must be fast from the first megabyte, since it bounds how soon an owner has the
   * machine back.
   */
  private static final List<String> CIPHERS =
      List.of(
          "CompileThresholdScaling,com.sun.crypto.provider.*::*,0.02",
          "CompileThresholdScaling,sun.security.ssl.*::*,0.05");

  /**
   * Netty, of which workers use the ciphers, frees buffers by what Java warns of. Else it would do
   * so by calls of C functions, which take a new process a tenth of a second to prepare.
   */
  private static final String UNSAFE = "--sun-misc-unsafe-memory-access=allow";

  /** Its buffers count as all others outside of the heap do. */
  private static final String BUFFERS_OF_THE_JDK =
      "-Dio.grpc.netty.shaded.io.netty.maxDirectMemory=0";

  /** Nobody records a worker's buffers, and to be able to costs its start 50 ms. */
  private static final String NO_RECORDER = "-Dio.grpc.netty.shaded.io.netty.jfr.enabled=false";

  /**
   * A method without loops is compiled a second time, and ten times more expensively, only when it
   * has run ten times as often as usual: a worker that starts, and one that changes, shares its
   * cores with what computes. Loops, in which a program spends its time, are compiled as soon as
   * ever.
   */
  private static final List<String> SELDOM_OPTIMISED =
      List.of(
          "-XX:Tier4InvocationThreshold=50000",
          "-XX:Tier4MinInvocationThreshold=6000",
          "-XX:Tier4CompileThreshold=150000");

  /**
   * What the Java machine itself has to say goes to the log. Its usual place, standard output, is
   * for reports: a warning would make them unreadable, and a failed start would not be explained.
   */
  private static final List<String> MACHINE_TO_LOG =
      List.of(
          "-XX:+DisplayVMOutputToStderr",
          "-Xlog:disable",
          "-Xlog:all=warning,cds=off,aot=off:stderr");

  public WorkerJvm {
    flags = List.copyOf(flags);
  }

  /**
   * The flags that make a worker fast from its start.
   *
   * @param learned by an earlier worker
   */
  public static List<String> warm(Optional<Path> learned) {
    final List<String> flags = new ArrayList<>();
    flags.add("-XX:CompileCommand=quiet");
    CIPHERS.forEach(rule -> flags.add("-XX:CompileCommand=" + rule));
    flags.addAll(SELDOM_OPTIMISED);
    flags.add(UNSAFE);
    flags.add(BUFFERS_OF_THE_JDK);
    flags.add(NO_RECORDER);
    learned.ifPresent(file -> flags.add("-XX:SharedArchiveFile=" + file));
    return flags;
  }

  /** Of the whole process, as requested. */
  static long memoryBytes(long asked) {
    return asked == 0 ? DEFAULT_MEMORY_BYTES : asked;
  }

  /**
   * Divides a worker's memory, so that heap, cells, buffers and the rest of the process together
   * are what was requested, which a control group enforces. Cells are allocated by the C library
   * and no limit of Java counts them: the library itself takes no more than the heap leaves. By
   * default, buffers outside of the heap may take as much as the heap once more, so they get a
   * limit.
   *
   * @param heapBytes for the heap and the cells together
   * @param bufferBytes for buffers outside of the heap
   */
  record Shares(long heapBytes, long bufferBytes) {}

  /**
   * @throws IllegalArgumentException with one line, if it is too little to start or more than the
   *     limit
   */
  static Shares shares(long memoryBytes, long limitBytes) {
    if (memoryBytes > limitBytes) {
      throw new IllegalArgumentException(
          "a worker of "
              + Sizes.format(memoryBytes)
              + " does not fit: this node gives guests at most "
              + Sizes.format(limitBytes));
    }
    if (memoryBytes < OVERHEAD_BYTES + LEAST_HEAP_BYTES) {
      throw new IllegalArgumentException(
          "a worker needs at least "
              + Sizes.format(OVERHEAD_BYTES + LEAST_HEAP_BYTES)
              + " of memory, not "
              + Sizes.format(memoryBytes));
    }
    final long large =
        Math.min(
            MOST_LARGE_BUFFER_BYTES,
            (memoryBytes - OVERHEAD_BYTES - LEAST_HEAP_BYTES) / PARTS_PER_BUFFERS);
    return new Shares(memoryBytes - OVERHEAD_BYTES - large, SMALL_BUFFER_BYTES + large);
  }

  List<String> command(Shares memory, int cores, WorkerFolder folder, Optional<Path> program) {
    final List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin").resolve("java").toString());
    command.addAll(MACHINE_TO_LOG);
    command.add("-Xmx" + (memory.heapBytes() >> 20) + "m");
    command.add("-Xmn" + (Math.min(memory.heapBytes() / 3, MOST_YOUNG_BYTES) >> 20) + "m");
    command.add("-XX:MaxDirectMemorySize=" + (memory.bufferBytes() >> 20) + "m");
    command.add("-XX:+UseSerialGC");
    command.add("-XX:ActiveProcessorCount=" + cores);
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-XX:-UsePerfData");
    command.addAll(warm(learned));
    command.add("-XX:ErrorFile=" + folder.temporary().resolve("crash.log"));
    command.add("-Djava.awt.headless=true");
    command.add("-Djava.io.tmpdir=" + folder.temporary());
    command.add("-Duser.home=" + folder.temporary());
    command.add("-Dkryo.unsafe=false");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(flags);
    command.add("-cp");
    command.add(program.map(jar -> classPath + File.pathSeparator + jar).orElse(classPath));
    command.add(mainClass);
    return command;
  }

  /** The whole environment of a worker: nothing of the agent's. */
  Map<String, String> environment(WorkerFolder folder) {
    final Map<String, String> environment = new LinkedHashMap<>();
    environment.put("PATH", "/usr/bin:/bin");
    environment.put("LANG", "C.UTF-8");
    environment.put("HOME", folder.temporary().toString());
    environment.put("TMPDIR", folder.temporary().toString());
    return environment;
  }

  /** What a worker must be able to read beside its own folder and the system. */
  List<Path> readable() {
    final List<Path> paths = new ArrayList<>();
    paths.add(javaHome);
    Arrays.stream(classPath.split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> entry.endsWith("*") ? entry.substring(0, entry.length() - 1) : entry)
        .map(entry -> Path.of(entry).toAbsolutePath().normalize())
        .distinct()
        .forEach(paths::add);
    learned.ifPresent(paths::add);
    return paths;
  }
}
