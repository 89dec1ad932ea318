package io.lull.platform.script;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.script.ScriptLine.Event;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays an owner's actions. From a regular file, which is checked as a whole beforehand; or from a
 * named pipe, whose lines are played as they arrive and whose writers may come and go.
 */
public final class ScriptSource implements InputSource {
  private static final Logger LOG = LoggerFactory.getLogger(ScriptSource.class);
  private static final long MAX_FILE_BYTES = 4 << 20;
  private static final int MAX_LINE_BYTES = 4096;

  /** A fast typist: 300 keys a minute. */
  private static final long KEY_NANOS = 200_000_000;

  private static final long CLOSE_WITHIN_MILLIS = 5_000;

  private final Path file;
  private final Clock clock;
  private final List<ScriptLine> lines;
  private final @Nullable FileChannel pipe;
  private final ScheduledExecutorService player =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("owner-script").daemon().factory());
  private @Nullable Thread reader;
  private double load;

  private ScriptSource(Path file, Clock clock, List<ScriptLine> lines, @Nullable FileChannel pipe) {
    this.file = file;
    this.clock = clock;
    this.lines = lines;
    this.pipe = pipe;
  }

  /**
   * @throws IllegalArgumentException with one line that names the script's line and the error
   */
  public static ScriptSource open(Path file, Clock clock) {
    try {
      if (Files.isRegularFile(file)) {
        return new ScriptSource(file, clock, read(file), null);
      }
      if (Files.isDirectory(file) || !Files.exists(file)) {
        throw new IllegalArgumentException("there is no owner's script " + file);
      }
      // Opened for writing, too: then opening does not wait for a writer, and the pipe does not
      // end when one leaves.
      return new ScriptSource(
          file,
          clock,
          List.of(),
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the owner's script " + file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<ScriptLine> read(Path file) throws IOException {
    if (Files.size(file) > MAX_FILE_BYTES) {
      throw new IllegalArgumentException(
          "the owner's script " + file + " is over the limit of " + MAX_FILE_BYTES + " bytes");
    }
    final List<ScriptLine> lines = new ArrayList<>();
    int number = 0;
    for (final String line : Files.readAllLines(file)) {
      number++;
      try {
        ScriptLine.parse(line).ifPresent(lines::add);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "line " + number + " of the owner's script " + file + " is wrong: " + e.getMessage(),
            e);
      }
    }
    return lines;
  }

  @Override
  public String name() {
    return "script " + file.getFileName();
  }

  @Override
  public void start(Consumer<InputSignal> sink) {
    final long start = clock.nanos();
    player.execute(() -> {
      sink.accept(
          new InputSignal.Working(
              name(), "plays " + file, start, Set.of(new Coverage.Everything())));
      sink.accept(new InputSignal.OwnerLoad(name(), 0));
    });
    // What is late is played at once, and in its order of time as well.
    lines.stream()
        .flatMap(line -> steps(line, Math.max(0, line.atSeconds()), sink))
        .sorted(Comparator.comparingDouble(Step::atSeconds))
        .forEach(step -> schedule(step, start));
    if (pipe != null) {
      final FileChannel from = pipe;
      reader =
          Thread.ofPlatform()
              .name("owner-script-pipe")
              .daemon()
              .start(() -> listen(from, start, sink));
    }
  }

  /** What happens at one time. */
  private record Step(double atSeconds, Runnable action) {}

  private Stream<Step> steps(ScriptLine line, double atSeconds, Consumer<InputSignal> sink) {
    return line.event() instanceof Event.Cpu load
        ? Stream.of(
            new Step(atSeconds, () -> addLoad(load.fraction(), sink)),
            new Step(atSeconds + load.seconds(), () -> addLoad(-load.fraction(), sink)))
        : Stream.of(new Step(atSeconds, () -> play(line.event(), sink)));
  }

  private void schedule(Step step, long start) {
    after(start + (long) (step.atSeconds() * 1e9) - clock.nanos(), step.action());
  }

  private void after(long nanos, Runnable action) {
    final Runnable watched =
        () -> {
          try {
            action.run();
          } catch (RuntimeException e) {
            LOG.error("cannot continue the owner's script {}", file, e);
          }
        };
    final var _ = player.schedule(watched, Math.max(0, nanos), TimeUnit.NANOSECONDS);
  }

  private void play(Event event, Consumer<InputSignal> sink) {
    switch (event) {
      case Event.Input _ -> key(sink);
      case Event.Typing e -> type(clock.nanos() + (long) (e.seconds() * 1e9), sink);
      case Event.Cpu e -> addLoad(e.fraction(), sink);
      case Event.Lock _ -> sink.accept(new InputSignal.Locked(name(), true));
      case Event.Unlock _ -> sink.accept(new InputSignal.Locked(name(), false));
      case Event.Battery e -> sink.accept(new InputSignal.Power(name(), false, e.fraction()));
      case Event.Mains _ -> sink.accept(new InputSignal.Power(name(), true, 1));
      case Event.Quit _ -> sink.accept(new InputSignal.Quit(name()));
    }
  }

  private void key(Consumer<InputSignal> sink) {
    sink.accept(new InputSignal.Activity(name(), clock.nanos(), InputSignal.Kind.KEY));
  }

  private void type(long until, Consumer<InputSignal> sink) {
    key(sink);
    if (until - clock.nanos() > KEY_NANOS) {
      after(KEY_NANOS, () -> type(until, sink));
    }
  }

  private void addLoad(double fraction, Consumer<InputSignal> sink) {
    load += fraction;
    // Sums of fractions have rounding errors.
    sink.accept(new InputSignal.OwnerLoad(name(), load < 1e-9 ? 0 : Math.min(1, load)));
  }

  private void listen(FileChannel from, long start, Consumer<InputSignal> sink) {
    final ByteBuffer bytes = ByteBuffer.allocate(MAX_LINE_BYTES);
    final StringBuilder line = new StringBuilder();
    int number = 1;
    try {
      while (from.read(bytes) >= 0) {
        bytes.flip();
        for (final char c : StandardCharsets.ISO_8859_1.decode(bytes).toString().toCharArray()) {
          if (c == '\n') {
            take(line.toString(), number++, start, sink);
            line.setLength(0);
          } else if (line.length() < MAX_LINE_BYTES) {
            line.append(c);
          }
        }
        bytes.clear();
      }
    } catch (ClosedChannelException | RejectedExecutionException e) {
      LOG.debug("the owner's script {} ends: the agent does", file);
    } catch (IOException e) {
      LOG.error("cannot read the owner's script {} any more", file, e);
      sink.accept(new InputSignal.Lost(name(), String.valueOf(e.getMessage())));
    }
  }

  private void take(String text, int number, long start, Consumer<InputSignal> sink) {
    try {
      final double now = (clock.nanos() - start) / 1e9;
      ScriptLine.parse(text).stream()
          .flatMap(line -> steps(line, line.atSeconds() < 0 ? now : line.atSeconds(), sink))
          .forEach(step -> schedule(step, start));
    } catch (IllegalArgumentException e) {
      LOG.warn("line {} of the owner's script {} is ignored: {}", number, file, e.getMessage());
    }
  }

  @Override
  public void close() {
    player.shutdownNow();
    try {
      if (pipe != null) {
        pipe.close();
      }
      if (reader != null) {
        reader.join(CLOSE_WITHIN_MILLIS);
      }
    } catch (IOException e) {
      LOG.debug("cannot close {}: {}", file, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
