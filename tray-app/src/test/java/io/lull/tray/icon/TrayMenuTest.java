package io.lull.tray.icon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.lull.platform.tray.TrayContent;
import io.lull.platform.tray.TrayMenuItem;
import io.lull.platform.tray.TrayState;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.tray.agent.PauseLength;
import io.lull.tray.screen.Samples;
import io.lull.tray.text.Phrases;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class TrayMenuTest {
  private static final List<String> PAGES = List.of("computer");

  private final TrayMenu menu = new TrayMenu(new Phrases(Locale.ENGLISH, ZoneOffset.UTC));

  @Test
  void offersAPauseWhileTheAgentIsThere() {
    final TrayContent face = menu.of(Samples.present(Samples.guest()), PAGES, Samples.NOW);
    assertThat(face.state()).isEqualTo(TrayState.RUNNING);
    assertThat(face.tooltip()).isEqualTo("Lull: A job is running");
    assertThat(face.menu()).hasAtLeastOneElementOfType(TrayMenuItem.Submenu.class);
    assertThat(face.menu()).contains(new TrayMenuItem.Action("open:computer", "This computer"));
  }

  @Test
  void offersToResumeWhatIsPaused() {
    final TrayContent face =
        menu.of(
            Samples.present(
                Samples.owner().toBuilder().setPausedUntilEpochMillis(Long.MAX_VALUE).build()),
            PAGES,
            Samples.NOW);
    assertThat(face.menu())
        .contains(new TrayMenuItem.Action("resume", "Resume"))
        .doesNotHaveAnyElementsOfTypes(TrayMenuItem.Submenu.class);
  }

  @Test
  void offersToPauseAfterTheJobWhileThereIsOneAndToTakeThatBack() {
    final TrayMenuItem.Action afterJob =
        new TrayMenuItem.Action("pause.after-job", "When this job ends");
    assertThat(pauses(Samples.guest())).contains(afterJob);
    assertThat(pauses(Samples.owner())).isNotEmpty().doesNotContain(afterJob);
    final OwnerStatus pausing = Samples.guest().toBuilder().setPausesAfterGuests(true).build();
    assertThat(menu.of(Samples.present(pausing), PAGES, Samples.NOW).menu())
        .contains(new TrayMenuItem.Action("resume", "Don't pause"))
        .doesNotHaveAnyElementsOfTypes(TrayMenuItem.Submenu.class);
  }

  private List<TrayMenuItem> pauses(OwnerStatus status) {
    return menu.of(Samples.present(status), PAGES, Samples.NOW).menu().stream()
        .filter(TrayMenuItem.Submenu.class::isInstance)
        .map(TrayMenuItem.Submenu.class::cast)
        .flatMap(submenu -> submenu.items().stream())
        .toList();
  }

  @Test
  void offersNothingThatNobodyCouldDo() {
    final TrayContent face = menu.of(Samples.absent(), PAGES, Samples.NOW);
    assertThat(face.state()).isEqualTo(TrayState.OFFLINE);
    assertThat(face.menu())
        .containsExactly(
            new TrayMenuItem.Header("Lull is not running"),
            face.menu().get(1),
            new TrayMenuItem.Separator(),
            new TrayMenuItem.Action("open:computer", "This computer"),
            new TrayMenuItem.Separator(),
            new TrayMenuItem.Action("quit", "Close Lull's window and icon"));
  }

  @Test
  void tellsAPauseFromAnOwnerWhoIsThere() {
    assertThat(menu.of(Samples.present(Samples.owner()), PAGES, Samples.NOW).state())
        .isEqualTo(TrayState.IN_USE);
    final OwnerStatus paused =
        Samples.owner().toBuilder().setPausedUntilEpochMillis(Long.MAX_VALUE).build();
    assertThat(menu.of(Samples.present(paused), PAGES, Samples.NOW).state())
        .isEqualTo(TrayState.PAUSED);
  }

  @Test
  void whereNobodySendsJobsItIsNotSaidToBeReadyForThem() {
    final OwnerStatus alone = Samples.available().toBuilder().setConnected(false).build();
    final TrayContent face = menu.of(Samples.present(alone), PAGES, Samples.NOW);
    assertThat(face.state()).isEqualTo(TrayState.OFFLINE);
    assertThat(face.tooltip()).isEqualTo("Lull: No coordinator");
    assertThat(menu.of(Samples.present(Samples.available()), PAGES, Samples.NOW).state())
        .isEqualTo(TrayState.AVAILABLE);
    final OwnerStatus guest = Samples.guest().toBuilder().setConnected(false).build();
    assertThat(menu.of(Samples.present(guest), PAGES, Samples.NOW).state())
        .as("a guest goes on for a while without a coordinator")
        .isEqualTo(TrayState.RUNNING);
  }

  @Test
  void saysWhatRunsAndWhose() {
    assertThat(menu.of(Samples.present(Samples.guest()), PAGES, Samples.NOW).menu().get(1))
        .asInstanceOf(type(TrayMenuItem.Header.class))
        .extracting(TrayMenuItem.Header::label)
        .asString()
        .contains(Samples.guest().getUser());
  }

  @Test
  void everyCommandIsKnownByItsId() {
    for (final TrayAction command :
        List.of(
            new TrayAction.Open("computer"),
            new TrayAction.Resume(),
            new TrayAction.Quit(),
            new TrayAction.Pause(PauseLength.QUARTER_HOUR),
            new TrayAction.Pause(PauseLength.FOR_GOOD),
            new TrayAction.Pause(PauseLength.AFTER_JOB))) {
      assertThat(TrayAction.of(command.id())).contains(command);
    }
    assertThat(TrayAction.of("format")).isEmpty();
  }

  @Test
  void tomorrowBeginsInTheMorning() {
    final ZonedDateTime evening = ZonedDateTime.of(2026, 3, 27, 22, 30, 0, 0, ZoneOffset.UTC);
    assertThat(PauseLength.TOMORROW.from(evening).getPause().getMillis())
        .isEqualTo(Duration.ofMinutes(570).toMillis());
    assertThat(PauseLength.QUARTER_HOUR.from(evening).getPause().getMillis()).isEqualTo(900_000);
    assertThat(PauseLength.FOR_GOOD.from(evening).getPause().getMillis()).isZero();
    assertThat(PauseLength.FOR_GOOD.from(evening).getPause().getAfterGuests()).isFalse();
    assertThat(PauseLength.AFTER_JOB.from(evening).getPause().getAfterGuests()).isTrue();
  }
}
