package io.lull.cli.demo;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.local.LocalGridFailure;
import io.lull.cli.local.LocalNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A user's own scenario, one event per line: {@code SECONDS NODE EVENT [VALUE]}. SECONDS count from
 * the job's first iteration; NODE is a name or a number from 1; EVENT is one of an owner's script
 * ({@code input}, {@code typing SECONDS}, {@code cpu FRACTION SECONDS}, {@code lock}, {@code
 * unlock}, {@code battery FRACTION}, {@code mains}), or {@code stay} (the owner sits down and types
 * until further notice), {@code leave} (the owner goes), {@code kill} (the machine dies). A {@code
 * #} starts a comment. With {@code stay} at second 0, the owner is present from the start.
 */
final class EventsFile implements DemoScenario {
  private static final int MOST_EVENTS = 10_000;

  /** Number of values of each event. */
  private static final Map<String, Integer> EVENTS =
      Map.of(
          "input", 0, "typing", 1, "cpu", 2, "lock", 0, "unlock", 0, "battery", 1, "mains", 0,
          "stay", 0, "leave", 0, "kill", 0);

  private record Event(Duration at, int node, String what, String values) {}

  private final List<Event> events;

  private EventsFile(List<Event> events) {
    this.events = List.copyOf(events);
  }

  /**
   * @throws CommandFailure with the invalid line
   */
  static EventsFile read(Path file, List<String> nodes) {
    final List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "--events " + file + " cannot be read as text: " + e.getMessage(), e);
    }
    final List<Event> events = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      final String plain = lines.get(i).replaceFirst("#.*", "").strip();
      if (!plain.isEmpty()) {
        events.add(new Line(file, i + 1, plain).event(nodes));
      }
    }
    if (events.size() > MOST_EVENTS) {
      throw CommandFailure.badInput(
          "--events " + file + " has more than " + MOST_EVENTS + " events");
    }
    events.sort(Comparator.comparing(Event::at));
    return new EventsFile(events);
  }

  @Override
  public boolean startsAtDesk(int node) {
    return events.stream()
        .anyMatch(e -> e.node() == node && e.at().isZero() && e.what().equals("stay"));
  }

  @Override
  public void play(DemoControl stage) throws LocalGridFailure, InterruptedException {
    Duration at = Duration.ZERO;
    for (final Event event : events) {
      final Duration pause = event.at().minus(at);
      at = event.at();
      if (pause.isPositive() && stage.endsWithin(pause)) {
        stage.say("the job has ended; events from " + at.toMillis() / 1000.0 + " s on are skipped");
        return;
      }
      play(stage, event);
    }
  }

  private static void play(DemoControl stage, Event event) throws LocalGridFailure {
    final LocalNode node = stage.nodes().get(event.node());
    if (!(event.at().isZero() && event.what().equals("stay"))) {
      stage.say(
          node.name()
              + ": "
              + event.what()
              + (event.values().isEmpty() ? "" : " " + event.values()));
    }
    switch (event.what()) {
      case "stay" -> node.atDesk(true);
      case "leave" -> node.atDesk(false);
      case "kill" -> stage.kill(node);
      default -> stage.does(node, (event.what() + " " + event.values()).strip());
    }
  }

  private record Line(Path file, int number, String text) {
    private static final Set<String> NAMED = EVENTS.keySet();

    Event event(List<String> nodes) {
      final String[] parts = text.split("\\s+");
      if (parts.length < 3) {
        throw bad("is not SECONDS NODE EVENT [VALUE]");
      }
      final Integer values = EVENTS.get(parts[2]);
      if (values == null) {
        throw bad(
            "has the event '"
                + parts[2]
                + "': use one of "
                + String.join(", ", NAMED.stream().sorted().toList()));
      }
      if (parts.length != 3 + values) {
        throw bad(
            "gives " + (parts.length - 3) + " values to " + parts[2] + ", which takes " + values);
      }
      final List<String> given = List.of(parts).subList(3, parts.length);
      given.forEach(value -> number(value, "value"));
      return new Event(
          Duration.ofMillis(Math.round(1000 * number(parts[0], "time"))),
          node(parts[1], nodes),
          parts[2],
          String.join(" ", given));
    }

    private int node(String name, List<String> nodes) {
      final int named = nodes.indexOf(name);
      if (named >= 0) {
        return named;
      }
      for (int i = 1; i <= nodes.size(); i++) {
        if (name.equals(String.valueOf(i))) {
          return i - 1;
        }
      }
      throw bad(
          "names the node '"
              + name
              + "': give 1 to "
              + nodes.size()
              + ", or one of "
              + String.join(", ", nodes));
    }

    private double number(String text, String what) {
      try {
        final double value = Double.parseDouble(text);
        if (value >= 0 && value <= Duration.ofDays(1).toSeconds()) {
          return value;
        }
      } catch (NumberFormatException e) {
        // reported below, like a number out of range
      }
      throw bad("has the " + what + " '" + text + "', not a number from 0 to 86400");
    }

    private CommandFailure bad(String what) {
      return CommandFailure.badInput(file.getFileName() + " line " + number + " " + what);
    }
  }
}
