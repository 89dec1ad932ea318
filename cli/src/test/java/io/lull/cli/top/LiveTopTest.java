package io.lull.cli.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.cli.text.Screen;
import io.lull.cli.text.TerminalSize;
import io.lull.client.ClientFailure;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LiveTopTest {
  private long nanos;
  private final Clock clock =
      new Clock() {
        @Override
        public long epochMillis() {
          return GridSeen.AT + nanos / 1_000_000;
        }

        @Override
        public long nanos() {
          return nanos;
        }
      };
  private final Pressed console = new Pressed();
  private final AtomicInteger asked = new AtomicInteger();

  /** Somebody who presses q after a while. */
  private final class Pressed implements Console {
    private final List<List<String>> drawn = new ArrayList<>();
    private TerminalSize size = new TerminalSize(24, 80);
    private long untilNanos = Duration.ofSeconds(5).toNanos();
    private int key = 'q';

    @Override
    public TerminalSize size() {
      return size;
    }

    @Override
    public void draw(List<String> lines) {
      drawn.add(lines);
    }

    @Override
    public OptionalInt key(Duration patience) {
      nanos += patience.toNanos();
      return nanos >= untilNanos ? OptionalInt.of(key) : OptionalInt.empty();
    }

    @Override
    public void close() {
      drawn.clear();
    }
  }

  private void run(Supplier<TopSnapshot> look) throws InterruptedException {
    new LiveTop(
            look,
            Runnable::run,
            Duration.ofSeconds(1),
            clock,
            new Screen(true, 80, false),
            ZoneOffset.UTC)
        .run(GridSeen.OFFICE, console);
  }

  private TopSnapshot next() {
    asked.incrementAndGet();
    return new TopSnapshot(clock.epochMillis(), GridSeen.OFFICE.nodes(), GridSeen.OFFICE.jobs());
  }

  @Test
  void asksOnceASecondAndDrawsWhatIsNew() throws InterruptedException {
    run(this::next);
    assertThat(asked).hasValueBetween(3, 5);
    assertThat(console.drawn).hasSize(asked.get() + 1);
    assertThat(console.drawn.getLast().getFirst()).contains("17:41:3");
  }

  @Test
  void drawsNothingWhileNothingChanges() throws InterruptedException {
    run(() -> GridSeen.OFFICE);
    assertThat(console.drawn).hasSize(1);
  }

  @Test
  void everyKeyButThoseThatEndItIsPassedOver() throws InterruptedException {
    console.untilNanos = 0;
    console.key = 'x';
    final Supplier<TopSnapshot> look =
        () -> {
          console.key = 'Q';
          return GridSeen.OFFICE;
        };
    run(look);
    assertThat(nanos).isGreaterThanOrEqualTo(Duration.ofSeconds(1).toNanos());
  }

  @Test
  void aCoordinatorThatDoesNotAnswerIsWaitedFor() throws InterruptedException {
    run(() -> {
      if (nanos < Duration.ofSeconds(3).toNanos()) {
        throw new ClientFailure(ClientFailure.Kind.UNREACHABLE, "nobody answers at grid:7400");
      }
      return next();
    });
    assertThat(console.drawn)
        .anyMatch(page -> page.getLast().startsWith(" no answer for 2 s: nobody answers at grid"));
    assertThat(console.drawn.getLast().getLast()).isEqualTo(" q quits");
  }

  @Test
  void whatWaitingDoesNotMendEndsIt() {
    assertThatThrownBy(() ->
            run(() -> {
              throw new ClientFailure(ClientFailure.Kind.NOT_ALLOWED, "you were revoked");
            }))
        .isInstanceOfSatisfying(
            ClientFailure.class,
            e -> assertThat(e.kind()).isEqualTo(ClientFailure.Kind.NOT_ALLOWED));
  }

  @Test
  void aTerminalOfAnotherSizeGetsAPageOfThatSize() throws InterruptedException {
    run(() -> {
      console.size = new TerminalSize(12, 50);
      return GridSeen.OFFICE;
    });
    assertThat(console.drawn.getFirst()).hasSize(24);
    assertThat(console.drawn.getLast()).hasSize(12);
  }
}
