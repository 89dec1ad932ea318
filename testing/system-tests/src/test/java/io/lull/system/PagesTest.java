package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.Tools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a new author types first, as the pages have it. */
@Tag("long")
final class PagesTest {
  private static final Duration LONG = Duration.ofMinutes(20);

  @RegisterExtension final Leftovers leftovers = new Leftovers();
  @TempDir private Path folder;

  @Test
  void theCommandsOfThePagesDoWhatTheySay() {
    leftovers.watch(folder);
    final String said =
        Tools.run(
            LONG,
            Map.of("TMPDIR", folder.toString()),
            List.of(Lull.root().resolve("testing/pages/run").toString()));
    assertThat(said)
        .contains("ok - lull run --jar heat.jar")
        .contains("ok - lull run --jar spots.jar")
        .contains("ok - lull run --jar target/Darts.jar")
        .containsPattern("(?m)^\\d+ steps$");
  }
}
