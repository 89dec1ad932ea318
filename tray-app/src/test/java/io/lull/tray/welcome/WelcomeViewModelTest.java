package io.lull.tray.welcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.client.ClientFailure;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.tray.model.UiThread;
import io.lull.tray.preferences.PreferencesViewModel;
import io.lull.tray.screen.SampleAgent;
import io.lull.tray.screen.SampleDoor;
import io.lull.tray.screen.Samples;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class WelcomeViewModelTest {
  private static final String TOKEN = new EnrolmentToken("A".repeat(22), "0".repeat(64)).text();

  private final UiThread uiThread = new UiThread(Runnable::run);
  private final SampleDoor door = new SampleDoor();
  private boolean left;
  private final WelcomeViewModel model =
      new WelcomeViewModel(
          door,
          new PreferencesViewModel(
              new SampleAgent(Samples.present(Samples.owner())), uiThread, Locale.ENGLISH),
          uiThread,
          () -> left = true);

  @Test
  void aCoordinatorThatWasFoundIsOfferedAndNotForcedOnAnybody() {
    model.look();
    assertThat(model.coordinatorProperty().get()).isEqualTo("grid.example.org:7400");
    model.coordinatorProperty().set("other:1");
    model.look();
    assertThat(model.coordinatorProperty().get()).isEqualTo("other:1");
  }

  @Test
  void whatIsTypedIsJudgedAtOnce() {
    assertThat(model.coordinatorProblemProperty().get()).isEmpty();
    model.coordinatorProperty().set("grid");
    model.tokenProperty().set("x");
    assertThat(model.coordinatorProblemProperty().get()).isNotEmpty();
    assertThat(model.tokenProblemProperty().get()).isNotEmpty();
    assertThat(model.readyProperty().get()).isFalse();
    model.coordinatorProperty().set("grid:7400");
    model.tokenProperty().set(" " + TOKEN + "\n");
    assertThat(model.readyProperty().get()).isTrue();
  }

  @Test
  void whatIsWrongIsSaidInThePersonsLanguage() {
    final WelcomeViewModel german =
        new WelcomeViewModel(
            door,
            new PreferencesViewModel(
                new SampleAgent(Samples.present(Samples.owner())), uiThread, Locale.GERMAN),
            uiThread,
            () -> {});
    german.coordinatorProperty().set("grid");
    german.tokenProperty().set("x");
    assertThat(german.coordinatorProblemProperty().get()).startsWith("Das ist keine Adresse");
    assertThat(german.tokenProblemProperty().get()).startsWith("Das Token ist unvollständig");
  }

  @Test
  void aTokenIsSpentOnceHoweverOftenTheButtonIsPressed() {
    model.look();
    model.tokenProperty().set(TOKEN);
    model.join();
    model.join();
    assertThat(door.asked).hasSize(1);
    door.answer.complete("ada");
    assertThat(model.joinedProperty().get()).isEqualTo("You are ada on this cluster.");
    assertThat(model.tokenProperty().get()).isEmpty();
    model.join();
    assertThat(door.asked).hasSize(1);
  }

  @Test
  void whyJoiningFailedIsSaidAndItCanBeTriedAgain() {
    model.look();
    model.tokenProperty().set(TOKEN);
    model.join();
    door.answer.completeExceptionally(
        new ClientFailure(ClientFailure.Kind.NOT_ALLOWED, "the token was used before"));
    assertThat(model.problemProperty().get()).isEqualTo("the token was used before");
    assertThat(model.joiningProperty().get()).isFalse();
    model.join();
    assertThat(door.asked).hasSize(2);
  }

  @Test
  void whoeverIsThroughIsNotAskedAgain() {
    model.finish();
    assertThat(door.over).isTrue();
    assertThat(left).isTrue();
  }
}
