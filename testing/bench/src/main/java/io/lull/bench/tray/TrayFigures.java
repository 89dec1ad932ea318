package io.lull.bench.tray;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.ProcessUse;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.grid.Launcher;
import io.lull.bench.grid.Pause;
import io.lull.bench.grid.SmallGrid;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.bus.MockBus;
import io.lull.testkit.bus.MockService;
import io.lull.testkit.display.XDisplay;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The tray application on a workstation of a real grid, with a stand-in for the desktop's panel:
 * from its start to the icon, from a click on that to the window, and what it takes when nobody
 * looks at it.
 */
public final class TrayFigures {
  public static final String USAGE =
      """
      lull bench tray [--rounds N] [--idle SECONDS] [--json FILE]
        --idle SECONDS  so long the window is out of sight while what it uses is counted\
      """;

  private static final String IDLE = "--idle";
  private static final Duration SOON = Duration.ofSeconds(60);

  /** After the window has gone what it needed goes back to the system. */
  private static final Duration SETTLES_WITHIN = Duration.ofSeconds(30);

  private static final String WATCHER = "org.kde.StatusNotifierWatcher";
  private static final String ITEM = "org.kde.StatusNotifierItem";
  private static final double SECONDS_AN_HOUR = 3600;

  private final int rounds;
  private final int idleSeconds;
  private final FigureDocument document;

  private TrayFigures(OptionPairs options) {
    rounds = options.whole(OptionPairs.ROUNDS, 100, 5);
    idleSeconds = options.whole(IDLE, 86_400, 300);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static TrayFigures of(List<String> words) {
    return new TrayFigures(OptionPairs.read(words, OptionPairs.ROUNDS, IDLE, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    final Optional<String> missing =
        MockBus.unavailable().or(XDisplay::unavailable).or(() -> Tools.missing("openbox"));
    if (missing.isPresent()) {
      throw new IOException(missing.get());
    }
    final double[] icon = new double[rounds];
    final double[] window = new double[rounds];
    final ProcessUse settled;
    final ProcessUse later;
    try (TemporaryFolder folder = TemporaryFolder.create();
        SmallGrid grid = SmallGrid.start(folder.path(), "127.0.0.1", UnaryOperator.identity());
        MockBus bus = MockBus.open();
        XDisplay display = XDisplay.open();
        RunningProgram _ = windowManager(display);
        MockService _ = panel(bus)) {
      final Path away = Files.writeString(folder.path().resolve("away"), "0 mains\n");
      final var _ =
          grid.agent("desk", "script:" + away, Map.of(), Map.of(), UnaryOperator.identity());
      final Desk desk = new Desk(folder.path(), bus, display);
      // The first round finds files that nobody has read for long.
      for (int round = -1; round < rounds; round++) {
        final long begin = SystemClock.INSTANCE.nanos();
        try (RunningProgram tray = desk.start()) {
          final double shown = desk.untilIcon(tray, begin);
          final double open = desk.untilWindow(tray);
          if (round >= 0) {
            icon[round] = shown;
            window[round] = open;
          }
        }
      }
      try (RunningProgram tray = desk.start()) {
        final double _ = desk.untilIcon(tray, SystemClock.INSTANCE.nanos());
        final double _ = desk.untilWindow(tray);
        desk.closeWindow();
        Pause.millis(SETTLES_WITHIN.toMillis());
        settled = ProcessUse.of(tray.pid());
        Pause.millis(Duration.ofSeconds(idleSeconds).toMillis());
        later = ProcessUse.of(tray.pid());
      }
    }
    tell(
        Sample.of(icon),
        Sample.of(window),
        later.residentBytes() / 1e6,
        (later.cpuSeconds() - settled.cpuSeconds()) * SECONDS_AN_HOUR / idleSeconds);
  }

  private void tell(Sample icon, Sample window, double residentMegabytes, double secondsAnHour)
      throws IOException {
    System.out.println(
        "| start to icon, median (least to most) | click to window | resident, out of sight |"
            + " processor in an hour out of sight |");
    System.out.println("| --- | --- | --- | --- |");
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %.0f MB | %.1f s |%n",
        icon.in("ms"),
        window.in("ms"),
        residentMegabytes,
        secondsAnHour);
    document
        .row()
        .put("startToIconMs", icon.median())
        .put("clickToWindowMs", window.median())
        .put("hiddenResidentBytes", (long) (residentMegabytes * 1e6))
        .put("hiddenCpuSecondsAnHour", secondsAnHour);
    document.write();
  }

  private static RunningProgram windowManager(XDisplay display) {
    return RunningProgram.named("openbox")
        .command(List.of("openbox", "--sm-disable"))
        .environment("DISPLAY", display.name())
        .toleratingAnyLog()
        .start();
  }

  /** One that shows every icon. */
  private static MockService panel(MockBus bus) {
    final MockService panel = bus.service(WATCHER, "/StatusNotifierWatcher", WATCHER);
    panel.does("AddProperty('" + WATCHER + "', 'IsStatusNotifierHostRegistered', True)");
    return panel.method(WATCHER, "RegisterStatusNotifierItem", "s", "", "");
  }

  /** Where somebody sits, starts the program, and clicks. */
  private record Desk(Path folder, MockBus bus, XDisplay display) {
    RunningProgram start() {
      return RunningProgram.named("tray")
          .command(
              Launcher.command(
                  List.of("tray", "--background", "--data", folder.resolve("desk").toString())))
          .environment("DISPLAY", display.name())
          .environment("DBUS_SESSION_BUS_ADDRESS", bus.address())
          .environment("LULL_HOME", folder.resolve("home").toString())
          .start();
    }

    double untilIcon(RunningProgram tray, long begin) {
      final String _ = tray.awaitLine("the icon: Shown", SOON);
      return millisSince(begin);
    }

    /** What the click and the look at the screen cost themselves is in it. */
    double untilWindow(RunningProgram tray) {
      final long begin = SystemClock.INSTANCE.nanos();
      final String _ =
          bus.python(
              "ret = dbus.Interface(bus.get_object('%s-%d-1', '/StatusNotifierItem'), '%s').Activate(0, 0)"
                  .formatted(ITEM, tray.pid(), ITEM));
      // Its own waiting looks twice a second only.
      final String _ =
          Tools.run(
              SOON,
              Map.of("DISPLAY", display.name()),
              List.of(
                  "sh",
                  "-c",
                  "until xdotool search --onlyvisible --name '^Lull$' >/dev/null 2>&1; do :;"
                      + " done"));
      return millisSince(begin);
    }

    void closeWindow() {
      final String _ =
          xdotool("search", "--onlyvisible", "--name", "^Lull$", "windowactivate", "--sync");
      final String _ = xdotool("key", "alt+F4");
    }

    private String xdotool(String... words) {
      final List<String> command = new ArrayList<>(List.of("xdotool"));
      command.addAll(List.of(words));
      return Tools.run(SOON, Map.of("DISPLAY", display.name()), command);
    }

    private static double millisSince(long begin) {
      return (SystemClock.INSTANCE.nanos() - begin) / 1e6;
    }
  }
}
