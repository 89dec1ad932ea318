package io.lull.tray.preferences;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.tray.notice.KeptLevel;
import io.lull.tray.notice.NoticeLevel;
import io.lull.tray.screen.SampleAutostart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramModelTest {
  @TempDir Path folder = Path.of("");

  private final SampleAutostart autostart = new SampleAutostart();

  private ProgramModel model() {
    return new ProgramModel(Optional.of(autostart), new KeptLevel(folder), Locale.ENGLISH);
  }

  @Test
  void itStartsWithTheSessionOnceThePersonWantsThat() throws IOException {
    final ProgramModel model = model();
    assertThat(model.startsProperty().get()).isFalse();
    model.start(true);
    assertThat(model.startsProperty().get()).isTrue();
    assertThat(autostart.isEnabled()).isTrue();
    model.start(false);
    assertThat(model.startsProperty().get()).isFalse();
  }

  @Test
  void whatCouldNotBeKeptIsSaidAndShownAsItIs() {
    final ProgramModel model = model();
    autostart.refuse();
    model.start(true);
    assertThat(model.startsProperty().get()).isFalse();
    assertThat(model.problemProperty().get()).isEqualTo("Couldn't save: the disk is full");
  }

  @Test
  void howMuchIsToldIsKeptAcrossStarts() throws IOException {
    model().tell(NoticeLevel.ALL);
    assertThat(model().noticesProperty().get()).isEqualTo(NoticeLevel.ALL);
    Files.writeString(folder.resolve("notices"), "everything");
    assertThat(new KeptLevel(folder).level()).isEqualTo(NoticeLevel.NEEDED);
  }

  @Test
  void onASystemThatNobodyKnowsItCannotBeChosen() {
    final ProgramModel model =
        new ProgramModel(Optional.empty(), new KeptLevel(folder), Locale.ENGLISH);
    assertThat(model.startable()).isFalse();
    model.start(true);
    assertThat(model.startsProperty().get()).isFalse();
  }
}
