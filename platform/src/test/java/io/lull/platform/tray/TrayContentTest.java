package io.lull.platform.tray;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrayContentTest {
  private static TrayContent with(List<TrayMenuItem> menu) {
    return new TrayContent(
        TrayState.RUNNING, PanelBrightness.DARK, "Lull", "a guest computes", menu);
  }

  @Test
  void aMenuThatNobodyCouldReadIsRefused() {
    final List<TrayMenuItem> many =
        IntStream.range(0, 150)
            .<TrayMenuItem>mapToObj(i -> new TrayMenuItem.Action("a" + i, "Item " + i))
            .toList();
    assertThat(with(many).menu()).hasSize(150);
    assertThatThrownBy(() ->
            with(
                List.of(
                    new TrayMenuItem.Submenu("One", many), new TrayMenuItem.Submenu("Two", many))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a menu of 302 items; at most 200 can be shown");
  }

  @Test
  void aMenuThatIsTooDeepIsRefused() {
    TrayMenuItem deep = new TrayMenuItem.Action("a", "A");
    for (int i = 0; i < 4; i++) {
      deep = new TrayMenuItem.Submenu("within", List.of(deep));
    }
    final List<TrayMenuItem> menu = List.of(deep);
    assertThatThrownBy(() -> with(menu)).hasMessageContaining("at most 4 deep");
  }

  @Test
  void itemsWithoutWordsOrIdsAreRefused() {
    assertThatThrownBy(() -> new TrayMenuItem.Action("", "Open"))
        .hasMessageContaining("needs an id");
    assertThatThrownBy(() -> new TrayMenuItem.Header(" "))
        .hasMessageContaining("1 to 200 characters");
    assertThatThrownBy(() ->
            new TrayContent(TrayState.RUNNING, PanelBrightness.DARK, "", "tooltip", List.of()))
        .hasMessageContaining("needs a title");
  }

  @Test
  void aHandIsNeverToldToSlowDownAndAFloodIs() {
    final VirtualClock clock = new VirtualClock();
    final ChoiceLimit limit = new ChoiceLimit(clock);
    assertThat(IntStream.range(0, 1000).filter(_ -> limit.admits()).count()).isEqualTo(20);
    clock.advance(Duration.ofSeconds(1));
    assertThat(IntStream.range(0, 1000).filter(_ -> limit.admits()).count()).isEqualTo(10);
    clock.advance(Duration.ofHours(1));
    assertThat(IntStream.range(0, 1000).filter(_ -> limit.admits()).count()).isEqualTo(20);
  }
}
