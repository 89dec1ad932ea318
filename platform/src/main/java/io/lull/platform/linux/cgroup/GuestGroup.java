package io.lull.platform.linux.cgroup;

import io.lull.platform.guest.GuestLimits;
import io.lull.platform.process.Deadline;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control group of one guest, in as many hierarchies as needed. Files whose writes an owner
 * waits for are kept open.
 */
public final class GuestGroup {
  private static final Logger LOG = LoggerFactory.getLogger(GuestGroup.class);

  /** Beyond the request: the kernel counts pages of files, too. */
  private static final double MEMORY_TOLERANCE = 1.25;

  /** From here on the kernel reclaims such pages. */
  private static final double MEMORY_PRESSURE = 1.125;

  /** Small enough not to be noticed at the normal weight. */
  private static final double CORES_IN_HASTE = 1;

  private static final int MAX_PROCESSES = 2048;
  private static final Duration INTERRUPTED_WITHIN = Duration.ofMillis(1);
  private static final Duration LOOK_AGAIN_AFTER = Duration.ofNanos(100_000);
  private static final Duration KILL_AGAIN_AFTER = Duration.ofNanos(500_000);
  private static final int STATE_BYTES = 256;

  /**
   * The kernel checks a group's use at each tick, on each processor: what it grants beyond the
   * share in that time is subtracted in advance.
   */
  private static final double OVERRUN_CORES = 0.05;

  /** The kernel refuses less. */
  private static final long LEAST_QUOTA_MICROS = 1_000;

  record Place(Path folder, boolean unified) {
    Path file(String unifiedName, String oldName) {
      return folder.resolve(unified ? unifiedName : oldName);
    }
  }

  private final ControlGroups groups;
  private final GroupFiles files;
  private final Clock clock;
  private final Map<GroupCapability, Place> places;
  private final GuestLimits limits;
  private @Nullable RandomAccessFile freeze;
  private @Nullable RandomAccessFile events;
  private @Nullable RandomAccessFile share;
  private boolean inHaste;
  private boolean held;
  private boolean frozen;
  private boolean removed;
  private volatile boolean tooMuchMemory;

  GuestGroup(ControlGroups groups, Map<GroupCapability, Place> places, GuestLimits limits) {
    this.groups = groups;
    this.files = groups.files();
    this.clock = groups.clock();
    this.places = Map.copyOf(places);
    this.limits = limits;
  }

  List<Path> folders() {
    return places.values().stream().map(Place::folder).distinct().toList();
  }

  Optional<Path> idleFile() {
    return groups.idleFile();
  }

  List<Path> clearable() {
    return groups.clearable(this);
  }

  /** The files, one in each hierarchy, to which a process writes a 0 in order to enter. */
  public List<Path> doors() {
    return folders().stream().map(folder -> folder.resolve("cgroup.procs")).toList();
  }

  /** The file that ends all processes, if there is one. */
  public Optional<Path> stopper() {
    return Optional.ofNullable(places.get(GroupCapability.STOP)).map(Place::folder);
  }

  public boolean stops() {
    return places.containsKey(GroupCapability.STOP);
  }

  public boolean shares() {
    return places.containsKey(GroupCapability.SHARE);
  }

  /** Sets its limits. */
  synchronized void open() throws IOException {
    final Place stop = places.get(GroupCapability.STOP);
    if (stop != null) {
      freeze = new RandomAccessFile(stop.folder.resolve("cgroup.freeze").toFile(), "rw");
      events = new RandomAccessFile(stop.folder.resolve("cgroup.events").toFile(), "r");
    }
    final Place cpu = places.get(GroupCapability.SHARE);
    if (cpu != null) {
      if (!cpu.unified) {
        files.write(
            cpu.folder.resolve("cpu.cfs_period_us"), Long.toString(GroupPlaces.PERIOD_MICROS));
      }
      share = new RandomAccessFile(cpu.file("cpu.max", "cpu.cfs_quota_us").toFile(), "rw");
    }
    hasten();
    final Place memory = places.get(GroupCapability.MEMORY);
    if (memory != null && limits.memoryBytes() > 0) {
      final String most = Long.toString((long) (limits.memoryBytes() * MEMORY_TOLERANCE));
      files.write(memory.file("memory.max", "memory.limit_in_bytes"), most);
      if (memory.unified) {
        files.tryWrite(
            memory.folder.resolve("memory.high"),
            Long.toString((long) (limits.memoryBytes() * MEMORY_PRESSURE)));
        files.tryWrite(memory.folder.resolve("memory.oom.group"), "1");
        files.tryWrite(memory.folder.resolve("memory.swap.max"), "0");
      }
    }
    final Place processes = places.get(GroupCapability.PROCESSES);
    if (processes != null) {
      files.write(processes.folder.resolve("pids.max"), Integer.toString(MAX_PROCESSES));
    }
    final Place disk = places.get(GroupCapability.DISK);
    if (disk != null) {
      files.tryWrite(disk.file("io.weight", "blkio.bfq.weight"), "1");
    }
  }

  /** The normal weight, up to one core, unless it is held or frozen. */
  public synchronized void hasten() {
    if (!inHaste && !held && !frozen && !removed) {
      inHaste = true;
      groups.haste(true);
      cap(Math.min(CORES_IN_HASTE, limits.cores()));
    }
  }

  /** Ends {@link #hasten}: it may use all that is idle, up to its limit, and nothing else. */
  public synchronized void settle() {
    if (endHaste()) {
      cap(limits.cores());
    }
  }

  private boolean endHaste() {
    if (!inHaste) {
      return false;
    }
    inHaste = false;
    groups.haste(false);
    return true;
  }

  /** Limits its total processor time from now on. */
  public synchronized void hold(double cores) {
    held = true;
    endHaste();
    cap(Math.min(cores, limits.cores()) - OVERRUN_CORES);
  }

  /** Back to its limit. */
  public synchronized void release() {
    held = false;
    cap(limits.cores());
  }

  private void cap(double cores) {
    final Place cpu = places.get(GroupCapability.SHARE);
    if (cpu == null) {
      return;
    }
    final boolean all = cores >= Runtime.getRuntime().availableProcessors();
    final String quota =
        all
            ? cpu.unified ? "max" : "-1"
            : Long.toString(
                Math.max(LEAST_QUOTA_MICROS, Math.round(cores * GroupPlaces.PERIOD_MICROS)));
    put(share, cpu.unified ? quota + " " + GroupPlaces.PERIOD_MICROS : quota);
  }

  /**
   * When the kernel has accepted the order it has notified every thread, and interrupted those that
   * were running: one that waits for its turn meets the freezer before any instruction of its
   * program. On a busy machine it may take long until all have had that turn and the group counts
   * as frozen.
   *
   * @return whether the kernel accepted the order
   */
  public synchronized boolean freeze() {
    frozen = true;
    endHaste();
    if (!put(freeze, "1")) {
      return false;
    }
    Deadline.in(INTERRUPTED_WITHIN, clock)
        .retry(LOOK_AGAIN_AFTER, () -> state().contains("frozen 1"));
    return true;
  }

  public synchronized void thaw() {
    frozen = false;
    put(freeze, "0");
  }

  /** Whether the kernel ended it for its memory. */
  public boolean tookTooMuchMemory() {
    return tooMuchMemory;
  }

  /**
   * Ends all its processes, frozen or not, waits until it is empty, and removes it.
   *
   * @return whether it is gone
   */
  public boolean kill(Duration within) {
    final Deadline deadline = Deadline.in(within, clock);
    synchronized (this) {
      if (removed) {
        return true;
      }
      endHaste();
      noteMemory();
    }
    groups.haste(true);
    try {
      return deadline.retry(KILL_AGAIN_AFTER, this::killAndRemove);
    } finally {
      groups.haste(false);
    }
  }

  private synchronized boolean killAndRemove() {
    stopper().ifPresent(folder -> files.tryWrite(folder.resolve("cgroup.kill"), "1"));
    cap(Double.MAX_VALUE);
    if (removed || (empty() && groups.remove(this))) {
      close();
      return true;
    }
    return false;
  }

  /** Numbers of all processes in it. */
  public List<Long> members() {
    return folders().stream().findFirst().map(files::members).orElse(List.of());
  }

  long usedMicros() {
    final Place use = places.get(GroupCapability.USE);
    if (use == null) {
      return 0;
    }
    return files
        .read(use.file("cpu.stat", "cpuacct.usage"))
        .map(text -> use.unified ? number(text, "usage_usec") : Long.parseLong(text.strip()) / 1000)
        .orElse(0L);
  }

  long diskBytes() {
    final Place disk = places.get(GroupCapability.DISK);
    if (disk == null) {
      return 0;
    }
    return files
        .read(disk.file("io.stat", "blkio.throttle.io_service_bytes"))
        .map(text -> disk.unified ? DiskBytes.inUnified(text) : DiskBytes.inOld(text))
        .orElse(0L);
  }

  private boolean empty() {
    return stops() ? state().contains("populated 0") : members().isEmpty();
  }

  private void noteMemory() {
    final Place memory = places.get(GroupCapability.MEMORY);
    if (memory != null) {
      tooMuchMemory |=
          files
                  .read(memory.file("memory.events", "memory.oom_control"))
                  .map(text -> number(text, "oom_kill"))
                  .orElse(0L)
              > 0;
    }
  }

  private static long number(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> Long.parseLong(line.substring(name.length()).strip()))
        .findFirst()
        .orElse(0L);
  }

  private String state() {
    if (events == null) {
      return "";
    }
    try {
      final byte[] bytes = new byte[STATE_BYTES];
      events.seek(0);
      final int length = events.read(bytes);
      return new String(bytes, 0, Math.max(0, length), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  private static boolean put(@Nullable RandomAccessFile file, String text) {
    if (file == null) {
      return false;
    }
    try {
      file.seek(0);
      file.write(text.getBytes(StandardCharsets.ISO_8859_1));
      return true;
    } catch (IOException e) {
      LOG.debug("{} is not taken: {}", text, e.getMessage());
      return false;
    }
  }

  private void close() {
    removed = true;
    for (final RandomAccessFile file : new RandomAccessFile[] {freeze, events, share}) {
      if (file != null) {
        try {
          file.close();
        } catch (IOException e) {
          LOG.debug("file of a removed group: {}", e.getMessage());
        }
      }
    }
  }
}
