package io.lull.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.cli.client.GridClient;
import io.lull.cli.client.Home;
import io.lull.cli.json.Json;
import io.lull.cli.text.Progress;
import io.lull.cli.text.Screen;
import io.lull.protocol.time.Clock;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.function.Supplier;

/**
 * What a command finds around itself.
 *
 * @param out results and nothing else
 * @param err what is said beside them
 * @param screen what {@code out} is
 * @param errScreen what {@code err} is
 * @param folder relative paths begin here
 * @param grid the coordinator, as this user may ask it
 */
public record Surroundings(
    PrintStream out,
    PrintStream err,
    Screen screen,
    Screen errScreen,
    Path folder,
    Home home,
    Clock clock,
    ZoneId zone,
    Supplier<GridClient> grid) {

  Progress progress() {
    return new Progress(err, errScreen, clock);
  }

  void print(JsonNode document) {
    out.println(Json.text(document));
  }

  /** From then to now; none of both is negative. */
  Duration since(long epochMillis) {
    return Duration.ofMillis(Math.max(0, clock.epochMillis() - epochMillis));
  }
}
