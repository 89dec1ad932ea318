package io.lull.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.cli.json.Json;
import io.lull.cli.text.Progress;
import io.lull.cli.text.Screen;
import io.lull.client.grid.GridClient;
import io.lull.client.login.Home;
import io.lull.protocol.time.Clock;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.function.Supplier;

/**
 * The environment of a command.
 *
 * @param results standard output: results only
 * @param remarks standard error: everything else
 * @param folder for relative paths
 * @param grid connects to the coordinator as this user
 */
public record CommandEnvironment(
    Output results,
    Output remarks,
    Path folder,
    Home home,
    Clock clock,
    ZoneId zone,
    Supplier<GridClient> grid) {

  /**
   * An output stream.
   *
   * @param screen of its reader
   */
  public record Output(PrintStream stream, Screen screen) {}

  PrintStream out() {
    return results.stream();
  }

  PrintStream err() {
    return remarks.stream();
  }

  /** The screen of the results' reader. */
  Screen screen() {
    return results.screen();
  }

  Progress progress() {
    return new Progress(err(), remarks.screen(), clock);
  }

  void print(JsonNode document) {
    out().println(Json.text(document));
  }

  /** From then to now; never negative. */
  Duration since(long epochMillis) {
    return Duration.ofMillis(Math.max(0, clock.epochMillis() - epochMillis));
  }
}
