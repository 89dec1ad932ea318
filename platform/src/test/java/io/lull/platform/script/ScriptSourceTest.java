package io.lull.platform.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.platform.input.InputSignal;
import io.lull.protocol.time.Clock;
import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptSourceTest {
  @TempDir Path folder;
  private final BlockingQueue<InputSignal> signals = new LinkedBlockingQueue<>();

  private InputSignal next() throws InterruptedException {
    final InputSignal signal = signals.poll(30, TimeUnit.SECONDS);
    assertThat(signal).as("a signal").isNotNull();
    return signal;
  }

  @Test
  void playsAFileInItsOrderOfTime() throws Exception {
    assertThatItIsPlayedInOrder(SystemClock.INSTANCE);
  }

  @Test
  void playsAFileInItsOrderOfTimeThoughAllOfItIsLate() throws Exception {
    final AtomicLong now = new AtomicLong();
    assertThatItIsPlayedInOrder(
        new Clock() {
          @Override
          public long epochMillis() {
            return TimeUnit.NANOSECONDS.toMillis(nanos());
          }

          @Override
          public long nanos() {
            return now.getAndAdd(TimeUnit.SECONDS.toNanos(1));
          }
        });
  }

  private void assertThatItIsPlayedInOrder(Clock clock) throws Exception {
    final Path file = folder.resolve("owner.txt");
    Files.writeString(file, "0.20 quit\n0.05 cpu 0.5 0.05\n0 input\n0.15 battery 0.3\n");
    try (ScriptSource source = ScriptSource.open(file, clock)) {
      source.start(signals::add);
      final String name = source.name();
      assertThat(next()).isInstanceOf(InputSignal.Working.class);
      assertThat(next()).isEqualTo(new InputSignal.OwnerLoad(name, 0));
      assertThat(next()).isInstanceOf(InputSignal.Activity.class);
      assertThat(next()).isEqualTo(new InputSignal.OwnerLoad(name, 0.5));
      assertThat(next()).isEqualTo(new InputSignal.OwnerLoad(name, 0));
      assertThat(next()).isEqualTo(new InputSignal.Power(name, false, 0.3));
      assertThat(next()).isEqualTo(new InputSignal.Quit(name));
    }
  }

  @Test
  void refusesAFileWithABadLineByItsNumber() throws IOException {
    final Path file = folder.resolve("owner.txt");
    Files.writeString(file, "0 input\n\n1 inptu\n");
    assertThatThrownBy(() -> ScriptSource.open(file, SystemClock.INSTANCE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 3 of")
        .hasMessageContaining("'inptu'");
  }

  @Test
  void refusesAFileThatIsNotThere() {
    assertThatThrownBy(() -> ScriptSource.open(folder.resolve("none"), SystemClock.INSTANCE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no owner's script");
  }

  @Test
  void takesLinesOfANamedPipeFromOneWriterAfterTheOther() throws Exception {
    final Path pipe = folder.resolve("pipe");
    Assumptions.assumeTrue(
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no mkfifo");
    try (ScriptSource source = ScriptSource.open(pipe, SystemClock.INSTANCE)) {
      source.start(signals::add);
      next();
      next();
      Files.writeString(pipe, "now input\n");
      assertThat(next()).isInstanceOf(InputSignal.Activity.class);
      Files.writeString(pipe, "now nonsense\nnow lock\n");
      assertThat(next()).isEqualTo(new InputSignal.Locked(source.name(), true));
    }
  }
}
