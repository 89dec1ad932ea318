package io.lull.platform.linux.cgroup;

import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.process.Deadline;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control groups of this agent's guests: one each, below the agent's own group. Empty groups
 * are removed.
 */
public final class ControlGroups {
  private static final Logger LOG = LoggerFactory.getLogger(ControlGroups.class);
  private static final int MAKE_TRIES = 5;
  private static final Duration KILL_AGAIN_AFTER = Duration.ofMillis(2);

  private final GroupPlaces places;
  private final GroupFiles files;
  private final Clock clock;
  private final AgentName agent;
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger haste = new AtomicInteger();
  private final Map<GuestId, GuestGroup> groups = new ConcurrentHashMap<>();
  private long endedMicros;
  private long endedDiskBytes;

  ControlGroups(GroupPlaces places, GroupFiles files, AgentName agent, Clock clock) {
    this.places = places;
    this.files = files;
    this.agent = agent;
    this.clock = clock;
  }

  /** The groups that can be used on this machine; none if the system grants none. */
  public static ControlGroups probe(Clock clock) {
    final GroupFiles files = new GroupFiles();
    final List<Hierarchy> hierarchies =
        Hierarchy.parse(
            files.read(Path.of("/proc/self/mountinfo")).orElse(""),
            files.read(Path.of("/proc/self/cgroup")).orElse(""));
    final AgentName agent = AgentName.self(files);
    final GroupPlaces places = GroupPlaces.probe(hierarchies, files, agent);
    LOG.debug("control groups: {}", places);
    return new ControlGroups(places, files, agent, clock);
  }

  /** None at all. */
  public static ControlGroups none(Clock clock) {
    return new ControlGroups(
        new GroupPlaces(Map.of()), new GroupFiles(), new AgentName("", 0, 0), clock);
  }

  /** For people: what the groups do to a guest; part of a sentence. */
  public String words() {
    return places.tops().isEmpty()
        ? "no control groups"
        : "control groups ("
            + Arrays.stream(GroupCapability.values())
                .filter(power -> places.of(power).isPresent())
                .map(GroupCapability::words)
                .collect(Collectors.joining(", "))
            + ")";
  }

  /** Whether a guest can be stopped and ended as a unit, whatever it starts. */
  public boolean stops() {
    return can(GroupCapability.STOP);
  }

  /** Whether a guest runs only on what nobody else uses, whatever its threads' priorities. */
  public boolean idles() {
    return can(GroupCapability.IDLE);
  }

  GroupFiles files() {
    return files;
  }

  Clock clock() {
    return clock;
  }

  Optional<Path> idleFile() {
    return places.of(GroupCapability.IDLE).map(top -> top.highest().resolve("cpu.idle"));
  }

  /** The folders to remove after a guest, each before the one that contains it. */
  List<Path> clearable(GuestGroup group) {
    return Stream.concat(
            group.folders().stream(), places.distinct().stream().map(GroupPlaces.Top::folder))
        .toList();
  }

  boolean can(GroupCapability power) {
    return places.of(power).isPresent();
  }

  /** Makes the group of a guest that is about to start; empty if no group can be made. */
  public Optional<GuestGroup> make(GuestLimits limits) throws IOException {
    if (places.tops().isEmpty()) {
      return Optional.empty();
    }
    final String name = "guest-" + made.incrementAndGet();
    final GuestGroup group = new GuestGroup(this, folders(name), limits);
    try {
      for (int tries = 1; ; tries++) {
        try {
          for (final GroupPlaces.Top top : places.distinct()) {
            GroupPlaces.prepare(top, files);
            files.make(top.folder().resolve(name));
          }
          break;
        } catch (IOException e) {
          // The previous guest may have just removed the agent's group with its own.
          if (tries == MAKE_TRIES) {
            throw e;
          }
        }
      }
      idle();
      group.open();
      return Optional.of(group);
    } catch (IOException e) {
      removeFolders(group);
      throw new IOException("cannot make a control group: " + e.getMessage(), e);
    }
  }

  private Map<GroupCapability, GuestGroup.Place> folders(String name) {
    return places.tops().entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                entry ->
                    new GuestGroup.Place(
                        entry.getValue().folder().resolve(name), entry.getValue().unified())));
  }

  /** From now on the guest's use counts, and it can be found by its name. */
  public void started(GuestId id, GuestGroup group) {
    groups.put(id, group);
  }

  public Optional<GuestGroup> of(GuestId id) {
    return Optional.ofNullable(groups.get(id));
  }

  /** Processor time of all guests so far, including ended ones, if known. */
  public OptionalLong usedMicros() {
    if (!can(GroupCapability.USE)) {
      return OptionalLong.empty();
    }
    synchronized (groups) {
      return OptionalLong.of(
          endedMicros + groups.values().stream().mapToLong(GuestGroup::usedMicros).sum());
    }
  }

  /** Read and written by all guests so far, including ended ones, if known. */
  public OptionalLong diskBytes() {
    if (!can(GroupCapability.DISK)) {
      return OptionalLong.empty();
    }
    synchronized (groups) {
      return OptionalLong.of(
          endedDiskBytes + groups.values().stream().mapToLong(GuestGroup::diskBytes).sum());
    }
  }

  /**
   * Gives all guests of this agent the normal weight for a moment: a guest that starts or is asked
   * to end would take long beside a program that computes; one that dies, and executes no
   * instruction of its program any more, needs the processor to free its memory.
   */
  void haste(boolean begin) {
    synchronized (haste) {
      if (begin) {
        haste.incrementAndGet();
      } else {
        haste.decrementAndGet();
      }
      idle();
    }
  }

  private void idle() {
    synchronized (haste) {
      places
          .of(GroupCapability.IDLE)
          .ifPresent(top -> GroupPlaces.idle(top, files, haste.get() == 0));
    }
  }

  /**
   * @return whether it is gone
   */
  boolean remove(GuestGroup group) {
    synchronized (groups) {
      final long micros = group.usedMicros();
      final long bytes = group.diskBytes();
      if (!removeFolders(group)) {
        return false;
      }
      if (groups.values().remove(group)) {
        endedMicros += micros;
        endedDiskBytes += bytes;
      }
      return true;
    }
  }

  private boolean removeFolders(GuestGroup group) {
    boolean gone = true;
    for (final Path folder : group.folders()) {
      gone &= files.remove(folder);
    }
    places.distinct().forEach(top -> files.remove(top.folder()));
    return gone;
  }

  /**
   * Ends what guests of earlier agents left running, and removes their groups.
   *
   * @return whether nothing is left
   */
  public boolean sweep(Duration within) {
    final Deadline deadline = Deadline.in(within, clock);
    boolean gone = true;
    for (final GroupPlaces.Top top : places.distinct()) {
      for (final Path folder : files.groupsIn(top.parent())) {
        if (AgentName.parse(String.valueOf(folder.getFileName()))
            .filter(name -> name.sameNamespace(agent) && !name.lives(files))
            .isPresent()) {
          for (final Path guest : files.groupsIn(folder)) {
            gone &= end(guest, deadline);
          }
          gone &= files.remove(folder);
        }
      }
    }
    return gone;
  }

  private boolean end(Path guest, Deadline deadline) {
    LOG.info("ending processes that an earlier agent left in {}", guest);
    return deadline.retry(KILL_AGAIN_AFTER, () -> killAndRemove(guest));
  }

  private boolean killAndRemove(Path guest) {
    if (!files.tryWrite(guest.resolve("cgroup.kill"), "1")) {
      files
          .members(guest)
          .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }
    return files.remove(guest) || !Files.exists(guest);
  }
}
