package io.lull.agent.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lull.testkit.lab.SmallDisk;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PauseFileTest {
  @TempDir Path folder;
  private final VirtualClock clock = new VirtualClock();

  private PauseFile pause() {
    return new PauseFile(folder, clock);
  }

  @Test
  void lastsAcrossARestart() {
    assertThat(pause().untilEpochMillis()).isZero();
    pause().keep(Long.MAX_VALUE);
    assertThat(pause().untilEpochMillis()).isEqualTo(Long.MAX_VALUE);
    pause().forget();
    assertThat(pause().untilEpochMillis()).isZero();
    assertThat(pause().warning()).isEmpty();
  }

  @Test
  void endsInTimeThoughTheAgentWasAway() {
    final long until = clock.epochMillis() + 60_000;
    pause().keep(until);
    assertThat(pause().untilEpochMillis()).isEqualTo(until);
    clock.advance(Duration.ofMinutes(2));
    assertThat(pause().untilEpochMillis()).isZero();
  }

  @Test
  void staysWhenItCannotBeRead() throws IOException {
    Files.writeString(folder.resolve("pause"), "until tue");
    assertThat(pause().untilEpochMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void warnsWhenTheDiskTakesNothing() throws IOException {
    assumeThat(SmallDisk.unavailable()).as("a small disk").isEmpty();
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 64 << 10)) {
      final Path filler = disk.folder().resolve("filler");
      OwnerLedgerTest.fill(filler);
      final PauseFile pause = new PauseFile(disk.folder(), clock);
      pause.keep(Long.MAX_VALUE);
      assertThat(pause.warning().orElseThrow()).contains("a restart of the agent loses the pause");
      Files.delete(filler);
      pause.keep(Long.MAX_VALUE);
      assertThat(pause.warning()).isEmpty();
      assertThat(pause.untilEpochMillis()).isEqualTo(Long.MAX_VALUE);
    }
  }
}
