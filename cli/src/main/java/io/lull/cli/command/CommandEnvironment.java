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
 * What a command finds around itself.
 *
 * @param results standard output: what was asked for and nothing else
 * @param remarks standard error: what is said beside it
 * @param folder relative paths begin here
 * @param grid the coordinator, as this user may ask it
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
   * A stream to write to.
   *
   * @param screen who reads it
   */
  public record Output(PrintStream stream, Screen screen) {}

  PrintStream out() {
    return results.stream();
  }

  PrintStream err() {
    return remarks.stream();
  }

  /** Who reads the results. */
  Screen screen() {
    return results.screen();
  }

  Progress progress() {
    return new Progress(err(), remarks.screen(), clock);
  }

  void print(JsonNode document) {
    out().println(Json.text(document));
  }

  /** From then to now; none of both is negative. */
  Duration since(long epochMillis) {
    return Duration.ofMillis(Math.max(0, clock.epochMillis() - epochMillis));
  }
}
