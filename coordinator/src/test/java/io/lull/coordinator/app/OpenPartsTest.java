package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parts are closed in reverse order, each once, whatever the others do. */
class OpenPartsTest {
  private final List<String> closed = new ArrayList<>();

  @Test
  void closesInReverseOrderAndGoesOnWhenOneFails() {
    final OpenParts parts = new OpenParts();
    parts.keep(() -> closed.add("folder"));
    parts.keep(() -> {
      closed.add("database");
      throw new IllegalStateException("planted");
    });
    parts.keep(() -> closed.add("server"));

    parts.close();
    assertThat(closed).containsExactly("server", "database", "folder");

    parts.close();
    assertThat(closed).hasSize(3);
  }
}
