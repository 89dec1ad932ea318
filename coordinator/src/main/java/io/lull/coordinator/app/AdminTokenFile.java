package io.lull.coordinator.app;

import io.lull.coordinator.core.store.NameStore;
import io.lull.coordinator.enrolment.Tokens;
import io.lull.protocol.model.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * By which the first administrator comes in: a file that only who runs the coordinator can read.
 */
record AdminTokenFile(CoordinatorFolder data) {
  static final String FILE = "admin.token";

  private static final Logger LOG = LoggerFactory.getLogger(AdminTokenFile.class);
  private static final Duration VALIDITY = Duration.ofDays(7);

  /**
   * Writes one where there is no administrator yet.
   *
   * @return whether this call did
   */
  boolean offer(NameStore names, Tokens tokens) throws IOException {
    if (names.anyWith(Role.ADMIN)) {
      data.delete(FILE);
      return false;
    }
    if (Files.exists(data.resolve(FILE)) && tokens.anyOpen(Role.ADMIN)) {
      return false;
    }
    final Tokens.Created created = tokens.create(Role.ADMIN, "", VALIDITY, "first start");
    data.writeSecret(FILE, created.token().text() + "\n");
    return true;
  }

  /** It was used. */
  void drop() {
    try {
      data.delete(FILE);
    } catch (IOException e) {
      LOG.warn("Cannot delete the file of the used token: {}", e.getMessage());
    }
  }
}
