package io.lull.platform.linux;

import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestMeter;
import io.lull.platform.machine.Traffic;
import io.lull.platform.machine.TrafficSource;
import io.lull.protocol.time.Clock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * Disk time from {@code /proc/diskstats}, and the bytes on links with a known speed from {@code
 * /proc/net/dev}; each without the part of guests and the agent. Nothing tells whose a byte on a
 * link is: everything that guests read and write, including files, is subtracted, so that the
 * owner's share may be too low while a guest is here, and never too high.
 */
public final class LinuxTraffic implements TrafficSource {
  private static final int SECTOR_BYTES = 512;

  /** The kernel writes a program's data to the disk within about half a minute. */
  private static final double WRITTEN_BACK_WITHIN_SECONDS = 30;

  private final Path root;
  private final ProcFiles proc;
  private final ProcessIo agent;
  private final GuestMeter meter;
  private final Clock clock;
  private final Map<String, Boolean> realDisks = new HashMap<>();
  private @Nullable Counts before;
  private double unseenDiskBytes;

  private record Disk(long busyMillis, long bytes) {}

  private record Link(long received, long sent) {}

  private record Counts(
      long nanos, Map<String, Disk> disks, Map<String, Link> links, GuestMeter.Io own) {}

  public LinuxTraffic(GuestMeter meter, Clock clock) {
    this(Path.of("/"), meter, clock);
  }

  LinuxTraffic(Path root, GuestMeter meter, Clock clock) {
    this.root = root;
    this.proc = new ProcFiles(root.resolve("proc"));
    this.agent = new ProcessIo(proc);
    this.meter = meter;
    this.clock = clock;
  }

  @Override
  public Traffic traffic(Collection<GuestId> guests) {
    final Counts now =
        new Counts(clock.nanos(), disks(), links(), agent.of("self").plus(meter.io(guests)));
    final Counts then = before;
    before = now;
    if (then == null || now.nanos <= then.nanos) {
      return Traffic.NONE;
    }
    final double seconds = (now.nanos - then.nanos) / 1e9;
    return new Traffic(ownerDisk(then, now, seconds), ownerNetwork(then, now, seconds));
  }

  private double ownerDisk(Counts then, Counts now, double seconds) {
    double bytes = 0;
    double busiest = 0;
    for (final Map.Entry<String, Disk> disk : now.disks.entrySet()) {
      final Disk was = then.disks.get(disk.getKey());
      if (was != null) {
        bytes += (double) Math.max(0, disk.getValue().bytes - was.bytes);
        busiest = Math.max(busiest, (disk.getValue().busyMillis - was.busyMillis) / 1e3 / seconds);
      }
    }
    unseenDiskBytes *= Math.pow(0.5, seconds / WRITTEN_BACK_WITHIN_SECONDS);
    unseenDiskBytes += (double) (now.own.disk() - then.own.disk());
    final double guests = Math.min(unseenDiskBytes, bytes);
    unseenDiskBytes -= guests;
    return bytes == 0 ? share(busiest) : share(busiest * (1 - guests / bytes));
  }

  private double ownerNetwork(Counts then, Counts now, double seconds) {
    final double read = (double) (now.own.read() - then.own.read());
    final double written = (double) (now.own.written() - then.own.written());
    double busiest = 0;
    for (final Map.Entry<String, Link> link : now.links.entrySet()) {
      final Link was = then.links.get(link.getKey());
      final double bytesASecond = capacity(link.getKey());
      if (was != null && bytesASecond > 0) {
        final double received = link.getValue().received - was.received - read;
        final double sent = link.getValue().sent - was.sent - written;
        busiest = Math.max(busiest, Math.max(received, sent) / seconds / bytesASecond);
      }
    }
    return share(busiest);
  }

  private static double share(double value) {
    return Math.clamp(value, 0.0, 1.0);
  }

  private Map<String, Disk> disks() {
    final Map<String, Disk> disks = new HashMap<>();
    for (final String line : proc.text("diskstats").orElse("").split("\n")) {
      final List<String> f = words(line);
      if (f.size() > 12 && realDisks.computeIfAbsent(f.get(2), this::isReal)) {
        disks.put(
            f.get(2),
            new Disk(
                Long.parseLong(f.get(12)),
                (Long.parseLong(f.get(5)) + Long.parseLong(f.get(9))) * SECTOR_BYTES));
      }
    }
    return disks;
  }

  /** Neither a partition, nor a composite device, nor memory. */
  private boolean isReal(String name) {
    return Files.exists(root.resolve("sys/block").resolve(name).resolve("device"));
  }

  private Map<String, Link> links() {
    final Map<String, Link> links = new HashMap<>();
    for (final String line : proc.text("net/dev").orElse("").split("\n")) {
      final int colon = line.indexOf(':');
      final List<String> f = words(line.substring(colon + 1));
      if (colon > 0 && f.size() > 8) {
        links.put(
            line.substring(0, colon).strip(),
            new Link(Long.parseLong(f.get(0)), Long.parseLong(f.get(8))));
      }
    }
    return links;
  }

  /** No regular expression: in an idle agent, which is never compiled, it costs far more. */
  private static List<String> words(String line) {
    final List<String> words = new ArrayList<>();
    final StringTokenizer tokens = new StringTokenizer(line);
    while (tokens.hasMoreTokens()) {
      words.add(tokens.nextToken());
    }
    return words;
  }

  /** Bytes per second, each way; 0: no real link, not connected, or of unknown speed. */
  private double capacity(String link) {
    final Path folder = root.resolve("sys/class/net").resolve(link);
    if (!Files.exists(folder.resolve("device"))) {
      return 0;
    }
    final String megabits = new ProcFiles(folder).text("speed").map(String::strip).orElse("");
    return megabits.matches("\\d{1,9}") ? Long.parseLong(megabits) * 125_000.0 : 0;
  }
}
