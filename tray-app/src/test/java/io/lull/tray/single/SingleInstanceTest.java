package io.lull.tray.single;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SingleInstanceTest {
  @TempDir Path folder;

  @Test
  void aSecondStartShowsThePageInTheFirst() throws IOException {
    final List<String> shown = new CopyOnWriteArrayList<>();
    try (SingleInstance first = SingleInstance.become(folder).orElseThrow()) {
      first.listen(shown::add);
      assertThat(SingleInstance.become(folder)).isEmpty();
      assertThat(SingleInstance.show(folder, "preferences", SystemClock.INSTANCE)).isTrue();
      assertThat(SingleInstance.show(folder, "", SystemClock.INSTANCE)).isTrue();
      Eventually.await("both were heard", Duration.ofSeconds(30), () -> shown.size() == 2);
      assertThat(shown).containsExactlyInAnyOrder("preferences", "");
    }
  }

  @Test
  void whatADeadOneLeftIsInNobodysWay() throws IOException {
    Files.createFile(folder.resolve("tray.sock"));
    Files.createFile(folder.resolve("tray.lock"));
    try (SingleInstance first = SingleInstance.become(folder).orElseThrow()) {
      assertThat(first).isNotNull();
    }
    assertThat(folder.resolve("tray.sock")).doesNotExist();
    SingleInstance.become(folder).orElseThrow().close();
  }
}
