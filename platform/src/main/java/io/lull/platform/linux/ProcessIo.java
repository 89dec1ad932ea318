package io.lull.platform.linux;

import io.lull.platform.guest.GuestMeter;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What processes have read and written, from {@code /proc/PID/io}. What one does between the last
 * look and its end is not counted.
 */
final class ProcessIo {
  private final ProcFiles proc;
  private Map<String, GuestMeter.Io> before = Map.of();
  private GuestMeter.Io total = GuestMeter.Io.NONE;

  ProcessIo(ProcFiles proc) {
    this.proc = proc;
  }

  /**
   * Adds what they did since the last look.
   *
   * @param processes numbers, each with a slash and when it started, so that a reused one is
   *     another
   */
  GuestMeter.Io upTo(Set<String> processes) {
    final Map<String, GuestMeter.Io> now = new HashMap<>();
    for (final String process : processes) {
      final GuestMeter.Io io = of(process.substring(0, process.indexOf('/')));
      now.put(process, io);
      total = total.plus(io.minus(before.getOrDefault(process, GuestMeter.Io.NONE)));
    }
    before = now;
    return total;
  }

  /** Of one process so far, by its number. */
  GuestMeter.Io of(String process) {
    final Map<String, Long> values = new HashMap<>();
    proc.text(process + "/io")
        .ifPresent(text -> {
          for (final String line : text.split("\n")) {
            final int colon = line.indexOf(": ");
            if (colon > 0) {
              values.put(
                  line.substring(0, colon), Long.parseLong(line.substring(colon + 2).strip()));
            }
          }
        });
    return new GuestMeter.Io(
        values.getOrDefault("rchar", 0L),
        values.getOrDefault("wchar", 0L),
        values.getOrDefault("read_bytes", 0L) + values.getOrDefault("write_bytes", 0L));
  }
}
