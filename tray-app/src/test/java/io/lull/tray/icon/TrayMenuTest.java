package io.lull.tray.icon;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.tray.model.Tone;
import io.lull.tray.screen.Samples;
import io.lull.tray.text.Phrases;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class TrayMenuTest {
  private static final List<String> PAGES = List.of("computer");

  private final TrayMenu menu = new TrayMenu(new Phrases(Locale.ENGLISH, ZoneOffset.UTC));

  @Test
  void offersAPauseWhileTheAgentIsThere() {
    final TrayLook look = menu.of(Samples.present(Samples.guest()), PAGES, Samples.NOW);
    assertThat(look.tone()).isEqualTo(Tone.BUSY);
    assertThat(look.tooltip()).isEqualTo("Lull: A job is running");
    assertThat(look.menu()).hasAtLeastOneElementOfType(TrayMenuItem.Submenu.class);
    assertThat(look.menu())
        .contains(new TrayMenuItem.Action("This computer", new TrayCommand.Open("computer")));
  }

  @Test
  void offersToResumeWhatIsPaused() {
    final TrayLook look =
        menu.of(
            Samples.present(
                Samples.owner().toBuilder().setPausedUntilEpochMillis(Long.MAX_VALUE).build()),
            PAGES,
            Samples.NOW);
    assertThat(look.menu())
        .contains(new TrayMenuItem.Action("Resume", new TrayCommand.Resume()))
        .doesNotHaveAnyElementsOfTypes(TrayMenuItem.Submenu.class);
  }

  @Test
  void offersNothingThatNobodyCouldDo() {
    final TrayLook look = menu.of(Samples.absent(), PAGES, Samples.NOW);
    assertThat(look.tone()).isEqualTo(Tone.CARE);
    assertThat(look.menu())
        .containsExactly(
            new TrayMenuItem.Line("Lull is not running"),
            new TrayMenuItem.Separator(),
            new TrayMenuItem.Action("This computer", new TrayCommand.Open("computer")),
            new TrayMenuItem.Separator(),
            new TrayMenuItem.Action("Close Lull's window and icon", new TrayCommand.Quit()));
  }
}
