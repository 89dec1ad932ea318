package io.lull.agent.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.input.UserSession;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SeatedUsersTest {
  private final List<Consumer<InputSignal>> listeners = new ArrayList<>();

  private final InputSource list =
      new InputSource() {
        @Override
        public String name() {
          return "list";
        }

        @Override
        public void start(Consumer<InputSignal> sink) {
          listeners.add(sink);
        }

        @Override
        public void close() {}
      };

  private void seen(String id, String user, String seat, boolean remote) {
    final UserSession session =
        new UserSession(id, user, UserSession.Kind.WAYLAND, seat, remote, false);
    listeners.forEach(listener -> listener.accept(new InputSignal.SessionSeen("list", session)));
  }

  @Test
  void onlyWhoSitsAtTheComputerItselfAndOnlyMeanwhile() {
    final SeatedUsers seated = new SeatedUsers();
    seated.over(List.of(list)).forEach(source -> source.start(_ -> {}));
    assertThat(seated.has("ann")).isFalse();
    seen("1", "ann", "seat0", false);
    seen("2", "bob", "", true);
    seen("3", "eve", "", false);
    assertThat(seated.has("ann")).isTrue();
    assertThat(seated.has("bob")).isFalse();
    assertThat(seated.has("eve")).isFalse();
    listeners.forEach(listener -> listener.accept(new InputSignal.SessionEnded("list", "1")));
    assertThat(seated.has("ann")).isFalse();
  }
}
