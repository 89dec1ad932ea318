package io.lull.testkit.process;

import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test, or where it is a static field a whole class of tests, that leaves something behind:
 * a child process of the test's JVM, a process that belongs to a watched folder (by its working
 * directory or its command line), a network namespace, or the control groups of an agent that is no
 * more. What is already on its way out gets a moment for it.
 */
public final class Leftovers
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private static final Duration TIME_TO_GO = Duration.ofSeconds(10);
  private static final Path NAMESPACES = Path.of("/run/netns");

  private final List<Path> folders = new ArrayList<>();
  private final Duration timeToGo;
  private final OwnControlGroups controlGroups;
  private Set<Long> children = Set.of();
  private Set<Path> groups = Set.of();
  private boolean ofWholeClass;

  public Leftovers() {
    this(TIME_TO_GO, new OwnControlGroups());
  }

  Leftovers(Duration timeToGo, OwnControlGroups controlGroups) {
    this.timeToGo = timeToGo;
    this.controlGroups = controlGroups;
  }

  /** Processes that mention this folder, or work in it, are the test's own. */
  public void watch(Path folder) {
    folders.add(folder.toAbsolutePath());
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    ofWholeClass = true;
    begin();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (!ofWholeClass) {
      begin();
    }
  }

  private void begin() {
    folders.clear();
    children =
        ProcessHandle.current()
            .descendants()
            .map(ProcessHandle::pid)
            .collect(Collectors.toUnmodifiableSet());
    controlGroups.begin();
    groups = Set.copyOf(controlGroups.left());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (!ofWholeClass) {
      end();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (ofWholeClass) {
      end();
    }
  }

  private void end() {
    try {
      check();
    } finally {
      controlGroups.close();
    }
  }

  /**
   * Fails when something is left, and ends the processes among it so that no other test suffers.
   */
  public void check() {
    try {
      Eventually.await("everything is gone", timeToGo, () -> processes().isEmpty());
    } catch (AssertionError e) {
      final List<ProcessHandle> left = processes();
      final String names =
          left.stream().map(Leftovers::describe).collect(Collectors.joining("\n  ", "\n  ", ""));
      left.forEach(ProcessHandle::destroyForcibly);
      throw new AssertionError(left.size() + " processes are left over:" + names, e);
    }
    try {
      Eventually.await(
          "the control groups are gone", timeToGo, () -> groups.containsAll(controlGroups.left()));
    } catch (AssertionError e) {
      throw new AssertionError("control groups are left over: " + controlGroups.left(), e);
    }
    final List<String> namespaces = namespaces();
    if (!namespaces.isEmpty()) {
      throw new AssertionError("network namespaces are left over: " + namespaces);
    }
  }

  /** The processes that this test has started, directly or not, and that live. */
  public List<ProcessHandle> processes() {
    final long self = ProcessHandle.current().pid();
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != self)
        .filter(process -> !children.contains(process.pid()))
        .filter(process ->
            Processes.isDescendant(process, self)
                || folders.stream().anyMatch(folder -> belongsTo(process.pid(), folder)))
        .filter(Processes::running)
        .toList();
  }

  private static boolean belongsTo(long pid, Path folder) {
    final Path proc = Path.of("/proc", Long.toString(pid));
    try {
      if (Files.readSymbolicLink(proc.resolve("cwd")).startsWith(folder)) {
        return true;
      }
    } catch (IOException | UnsupportedOperationException e) {
      // It ended meanwhile, is another user's, or the system has no /proc: then only descendants
      // count.
      return false;
    }
    return Processes.commandLine(pid).contains(folder.toString());
  }

  private static String describe(ProcessHandle process) {
    final String line = Processes.commandLine(process.pid());
    return process.pid() + " " + line.substring(0, Math.min(400, line.length()));
  }

  private static List<String> namespaces() {
    final String ours = "lull-" + ProcessHandle.current().pid() + "-";
    if (!Files.isDirectory(NAMESPACES)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(NAMESPACES)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith(ours))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new AssertionError("cannot list " + NAMESPACES, e);
    }
  }
}
