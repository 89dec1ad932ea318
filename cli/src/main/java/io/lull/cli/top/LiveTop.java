package io.lull.cli.top;

import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.Screen;
import io.lull.cli.text.TerminalSize;
import io.lull.client.ClientFailure;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Redraws the grid until a key ends it. If the coordinator does not answer, its last state stays on
 * the screen; keys still work meanwhile.
 */
public final class LiveTop {
  /** The reaction time to a key. */
  private static final Duration PAUSE = Duration.ofMillis(200);

  /** The terminal's size may have changed. */
  private static final Duration RESIZED = Duration.ofSeconds(1);

  private static final int END_OF_INPUT = 4;

  private final Supplier<TopSnapshot> look;
  private final Executor asking;
  private final Duration interval;
  private final Clock clock;
  private final Screen screen;
  private final ZoneId zone;
  private @Nullable CompletableFuture<TopSnapshot> answer;
  private long askNanos;

  /**
   * @param look queries the coordinator
   * @param asking runs the queries, beside the drawing thread
   * @param screen whether there are colours
   */
  public LiveTop(
      Supplier<TopSnapshot> look,
      Executor asking,
      Duration interval,
      Clock clock,
      Screen screen,
      ZoneId zone) {
    this.look = look;
    this.asking = asking;
    this.interval = interval;
    this.clock = clock;
    this.screen = screen;
    this.zone = zone;
  }

  /**
   * @param first shown until there is something newer
   */
  public void run(TopSnapshot first, Console console) throws InterruptedException {
    TopSnapshot shown = first;
    long answeredNanos = clock.nanos();
    long sizedNanos = answeredNanos;
    String failure = "";
    TerminalSize size = console.size();
    List<String> drawn = List.of();
    askNanos = answeredNanos + interval.toNanos();
    while (true) {
      final String notice =
          failure.isEmpty()
              ? ""
              : "no answer for "
                  + HumanFormat.duration(Duration.ofNanos(clock.nanos() - answeredNanos))
                  + ": "
                  + failure;
      final List<String> lines = page(size).lines(shown, notice);
      if (!lines.equals(drawn)) {
        console.draw(lines);
        drawn = lines;
      }
      final OptionalInt key = console.key(PAUSE);
      if (key.isPresent() && ends(key.getAsInt())) {
        return;
      }
      final CompletableFuture<TopSnapshot> asked = ask();
      if (asked != null && asked.isDone()) {
        answer = null;
        try {
          shown = asked.join();
          answeredNanos = clock.nanos();
          failure = "";
        } catch (CompletionException e) {
          failure = unreachable(e);
        }
      }
      if (clock.nanos() - sizedNanos >= RESIZED.toNanos()) {
        sizedNanos = clock.nanos();
        final TerminalSize now = console.size();
        // A page wider than the terminal is wrapped by it, and must be redrawn.
        drawn = now.equals(size) ? drawn : List.of();
        size = now;
      }
    }
  }

  private TopPage page(TerminalSize size) {
    return new TopPage(new Screen(true, size.columns(), screen.colours()), size.rows(), zone);
  }

  /** The query that is running or due; one at a time. */
  private @Nullable CompletableFuture<TopSnapshot> ask() {
    if (answer == null && clock.nanos() - askNanos >= 0) {
      askNanos = clock.nanos() + interval.toNanos();
      answer = CompletableFuture.supplyAsync(look, asking);
    }
    return answer;
  }

  /** Why there is no answer; a permanent failure ends the view. */
  private static String unreachable(CompletionException e) {
    if (e.getCause() instanceof ClientFailure failure) {
      if (failure.kind() == ClientFailure.Kind.UNREACHABLE) {
        return failure.line();
      }
      throw failure;
    }
    throw e;
  }

  private static boolean ends(int key) {
    return key == 'q' || key == 'Q' || key == END_OF_INPUT;
  }
}
