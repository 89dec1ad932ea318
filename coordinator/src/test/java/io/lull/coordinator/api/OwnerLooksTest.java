package io.lull.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.audit.InMemoryTrail;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.model.Role;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who looks at what owners do is on record. */
class OwnerLooksTest {
  private final VirtualClock clock = new VirtualClock();
  private final InMemoryTrail trail = new InMemoryTrail();

  private List<String> recorded() {
    return trail.entries().stream()
        .map(one -> String.join(" ", one.who(), one.action(), one.subject(), one.detail()))
        .toList();
  }

  private static Caller caller(String name, Role role) {
    return new Caller(name, role, ByteString.EMPTY, "");
  }

  @Test
  void anAdministratorsLookIsRecordedOnceAnHour() throws Exception {
    try (AuditLog audit = new AuditLog(trail, clock)) {
      audit.start();
      final OwnerLooks looks = new OwnerLooks(audit, clock);
      final Caller root = caller("root", Role.ADMIN);
      looks.at(root, "desk-7", "state and reason");
      looks.at(root, "desk-7", "state and reason");
      looks.at(root, "desk-8", "state and reason");
      looks.at(caller("bob", Role.USER), "desk-7", "state and reason");
      clock.advance(OwnerLooks.RECORDED_EVERY.minus(Duration.ofMillis(1)));
      looks.at(root, "desk-7", "state and reason");
      assertThat(recorded())
          .containsExactly(
              "root look desk-7 state and reason", "root look desk-8 state and reason");
      clock.advance(Duration.ofMillis(1));
      looks.at(root, "desk-7", "state and reason");
      assertThat(recorded()).hasSize(3);
    }
  }
}
