package io.lull.platform.linux.kernel;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Text consoles, and the terminals of programs and remote logins, watched for being read; output
 * does not count. A program that reads whole lines reads nothing until Enter.
 */
final class Terminals implements KernelWatch {
  private static final Pattern CONSOLE = Pattern.compile("tty\\d+");
  private static final Pattern OPENED = Pattern.compile("\\d+");

  /** The precision of the kernel's read times. */
  private static final long NOTED_MILLIS = 8_000;

  /** When a guest's terminal is checked again. */
  private static final long IGNORED_NANOS = 10_000_000_000L;

  private final KernelFiles files;
  private final Clock clock;
  private final GuestTerminals guests;
  private final WatchedFolder consoles;
  private final WatchedFolder opened;
  private final Set<String> owners = new HashSet<>();
  private final Map<String, Long> ignoredUntilNanos = new HashMap<>();
  private Set<String> serial = Set.of();

  Terminals(KernelFiles files, GuestTerminals guests, Clock clock, Inotify inotify) {
    this.files = files;
    this.clock = clock;
    this.guests = guests;
    this.consoles = new WatchedFolder(inotify, files.dev(), new Consoles());
    this.opened = new WatchedFolder(inotify, files.terminals(), new Opened());
  }

  private final class Consoles implements WatchedFolder.Choice {
    @Override
    public boolean watch(String name) {
      return CONSOLE.matcher(name).matches() || serial.contains(name);
    }

    @Override
    public void gone(String name) {}
  }

  private final class Opened implements WatchedFolder.Choice {
    @Override
    public boolean watch(String name) {
      return OPENED.matcher(name).matches();
    }

    @Override
    public void gone(String name) {
      owners.remove(name);
      ignoredUntilNanos.remove(name);
    }
  }

  @Override
  public String name() {
    return "terminals";
  }

  @Override
  public InputSignal.Kind kind() {
    return InputSignal.Kind.TERMINAL;
  }

  @Override
  public void look() {
    serial = serialConsoles();
    final long now = clock.nanos();
    for (final String name : Set.copyOf(ignoredUntilNanos.keySet())) {
      if (now - ignoredUntilNanos.getOrDefault(name, now) >= 0) {
        opened.drop(name);
      }
    }
    consoles.look();
    opened.look();
  }

  /** A serial line that is not a console may carry anything but typing. */
  private Set<String> serialConsoles() {
    try {
      return Set.of(
          Files.readString(
                  files.sysTerminals().resolve("console/active"), StandardCharsets.ISO_8859_1)
              .strip()
              .split(" "));
    } catch (IOException | IllegalArgumentException e) {
      return Set.of();
    }
  }

  @Override
  public boolean hear(Inotify.Event event) {
    if (consoles.hear(event).isPresent()) {
      return true;
    }
    final Optional<String> read = opened.hear(event);
    return read.isPresent() && ofOwner(read.get());
  }

  private boolean ofOwner(String name) {
    if (owners.contains(name)) {
      return true;
    }
    if (guests.has(files.terminals().resolve(name))) {
      opened.ignore(name);
      ignoredUntilNanos.put(name, clock.nanos() + IGNORED_NANOS);
      return false;
    }
    owners.add(name);
    return true;
  }

  @Override
  public List<Integer> descriptors() {
    return List.of();
  }

  @Override
  public boolean read(int descriptor) {
    return false;
  }

  @Override
  public Health health() {
    final String problem = consoles.problem().isEmpty() ? opened.problem() : consoles.problem();
    if (!problem.isEmpty()) {
      return Health.blind(
          problem + (problem.startsWith("this user") ? ": only root sees every terminal" : ""));
    }
    if (!Files.isDirectory(files.terminals())) {
      return Health.blind("there is no " + files.terminals());
    }
    return new Health(true, Set.of(new Coverage.Terminals()), "text consoles and remote terminals");
  }

  @Override
  public long lastInputEpochMillis() {
    long last = 0;
    for (final Path terminal : opened.files()) {
      last = Math.max(last, readAt(terminal));
    }
    for (final Path terminal : consoles.files()) {
      last = Math.max(last, readAt(terminal));
    }
    final long now = clock.epochMillis();
    return last == 0 ? now : Math.min(now, last + NOTED_MILLIS);
  }

  private static long readAt(Path terminal) {
    try {
      return ((FileTime) Files.getAttribute(terminal, "lastAccessTime")).toMillis();
    } catch (IOException e) {
      return 0; // It has gone.
    }
  }

  @Override
  public long lookAgainNanos() {
    return ignoredUntilNanos.values().stream()
        .mapToLong(Long::longValue)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  @Override
  public void close() {}
}
