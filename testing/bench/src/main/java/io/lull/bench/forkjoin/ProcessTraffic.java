package io.lull.bench.forkjoin;

import io.lull.testkit.job.WorkerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What processes have written, by the kernel's count: to each other, and next to it what they say
 * to their agent and log.
 *
 * @param bytes without heads of the network's own
 * @param writes system calls: a message is one or a part of one
 */
record ProcessTraffic(long bytes, long writes) {
  static final ProcessTraffic NONE = new ProcessTraffic(0, 0);

  static ProcessTraffic of(List<WorkerProcess> processes) throws IOException {
    long bytes = 0;
    long writes = 0;
    for (final WorkerProcess process : processes) {
      for (final String line :
          Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), "io"))) {
        if (line.startsWith("wchar: ")) {
          bytes += Long.parseLong(line.substring("wchar: ".length()));
        } else if (line.startsWith("syscw: ")) {
          writes += Long.parseLong(line.substring("syscw: ".length()));
        }
      }
    }
    return new ProcessTraffic(bytes, writes);
  }

  ProcessTraffic since(ProcessTraffic before) {
    return new ProcessTraffic(bytes - before.bytes, writes - before.writes);
  }
}
