package io.lull.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a process has used so far, as the kernel counts it.
 *
 * @param mostResidentBytes ever resident at a time
 * @param anonymousBytes resident and of no file
 * @param wakeUps of all its present threads, that waited before
 */
public record ProcessUse(
    long residentBytes,
    long mostResidentBytes,
    long anonymousBytes,
    double cpuSeconds,
    long wakeUps) {
  private static final double TICKS_A_SECOND = 100;

  public static ProcessUse of(long pid) throws IOException {
    final Path process = Path.of("/proc", Long.toString(pid));
    final String stat = Files.readString(process.resolve("stat"));
    final List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
    final double ticks = Double.parseDouble(fields.get(11)) + Double.parseDouble(fields.get(12));
    final Path status = process.resolve("status");
    long wakeUps = 0;
    try (Stream<Path> threads = Files.list(process.resolve("task"))) {
      for (final Path thread : threads.toList()) {
        wakeUps += field(thread.resolve("status"), "voluntary_ctxt_switches:");
      }
    }
    return new ProcessUse(
        field(status, "VmRSS:") * 1024,
        field(status, "VmHWM:") * 1024,
        field(status, "RssAnon:") * 1024,
        ticks / TICKS_A_SECOND,
        wakeUps);
  }

  /** Processor time of all its present threads, in nanoseconds, by the scheduler's own count. */
  public static long threadNanos(long pid) throws IOException {
    long nanos = 0;
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      for (final Path thread : threads.toList()) {
        try {
          nanos += Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]);
        } catch (NoSuchFileException e) {
          // It has ended since the threads were listed.
        }
      }
    }
    return nanos;
  }

  private static long field(Path file, String name) throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
        .findFirst()
        .orElse(0);
  }
}
