package io.lull.system;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bench of the demonstration still measures. It takes longer than any other. */
@Tag("bench")
final class DemoBenchTest {
  @TempDir Path folder;

  @Test
  void printsItsTables() throws IOException {
    BenchRun.printsItsTables("demo 1 --nodes 3 --size 301 --iterations 700", folder);
  }
}
