package io.lull.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The control groups of the agents that this process has started, directly or not, or is itself.
 * The name of a group tells its agent's process, but not who started a process that has ended: so
 * groups are noted while their agents live. Tests that run beside this one may leave groups behind
 * for as long as they run, as one does that kills a whole machine.
 */
final class OwnControlGroups implements AutoCloseable {
  private static final Path MOUNTS = Path.of("/sys/fs/cgroup");
  private static final Pattern NAME = Pattern.compile("lull-agent-\\d*-(\\d+)-\\d+");

  /** A hierarchy's mount, and the slice in it. */
  private static final int DEPTH = 3;

  /** Much less than an agent lives after it has made the group of its first guest. */
  private static final Duration NOTED_EVERY = Duration.ofMillis(250);

  private static final ScheduledExecutorService NOTES =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("control-groups").factory());

  private final Path mounts;
  private final Predicate<ProcessHandle> descendant;
  private final Set<Path> own = ConcurrentHashMap.newKeySet();
  private @Nullable ScheduledFuture<?> noting;

  OwnControlGroups() {
    this(MOUNTS, process -> Processes.isDescendant(process, ProcessHandle.current().pid()));
  }

  /**
   * @param mounts what is searched
   * @param descendant whether a process is one that this one has started
   */
  OwnControlGroups(Path mounts, Predicate<ProcessHandle> descendant) {
    this.mounts = mounts;
    this.descendant = descendant;
  }

  /** Begins to note groups; those noted before are forgotten. */
  void begin() {
    close();
    own.clear();
    noting =
        NOTES.scheduleWithFixedDelay(this::note, 0, NOTED_EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Notes the groups that exist now and whose agents live. */
  void note() {
    for (final Path group : groups()) {
      if (!own.contains(group) && ProcessHandle.of(agent(group)).filter(descendant).isPresent()) {
        own.add(group);
      }
    }
  }

  /** Those that exist although their agents have ended, and those of agents in this process. */
  List<Path> left() {
    final long self = ProcessHandle.current().pid();
    return groups().stream()
        .filter(group -> {
          final long agent = agent(group);
          return agent == self
              || (own.contains(group)
                  && ProcessHandle.of(agent).filter(Processes::running).isEmpty());
        })
        .toList();
  }

  /** Notes no more. */
  @Override
  public void close() {
    if (noting != null) {
      noting.cancel(false);
      noting = null;
    }
  }

  private List<Path> groups() {
    if (!Files.isDirectory(mounts)) {
      return List.of();
    }
    try (Stream<Path> all =
        Files.find(mounts, DEPTH, (path, facts) -> facts.isDirectory() && agent(path) >= 0)) {
      return all.toList();
    } catch (IOException | UncheckedIOException e) {
      // One was removed while it was looked at: by its agent, which lives.
      return List.of();
    }
  }

  /** The number of a group's agent; -1 for what is no group of an agent. */
  private static long agent(Path group) {
    final Matcher name = NAME.matcher(group.getFileName().toString());
    return name.matches() ? Long.parseLong(name.group(1)) : -1;
  }
}
