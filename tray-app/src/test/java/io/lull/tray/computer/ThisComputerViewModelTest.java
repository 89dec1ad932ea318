package io.lull.tray.computer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lull.client.ClientFailure;
import io.lull.protocol.wire.OwnerPause;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.testkit.time.VirtualClock;
import io.lull.tray.agent.PauseLength;
import io.lull.tray.model.Tone;
import io.lull.tray.model.UiThread;
import io.lull.tray.screen.SampleAgent;
import io.lull.tray.screen.Samples;
import io.lull.tray.text.Phrases;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import javafx.collections.ListChangeListener;
import org.junit.jupiter.api.Test;

class ThisComputerViewModelTest {
  private final VirtualClock clock = new VirtualClock(Samples.NOW);
  private final SampleAgent agent = new SampleAgent(Samples.present(Samples.owner()));
  private final ThisComputerViewModel model = model(Locale.UK);

  private ThisComputerViewModel model(Locale locale) {
    return new ThisComputerViewModel(
        agent, new UiThread(Runnable::run), new Phrases(locale, ZoneOffset.UTC), clock);
  }

  @Test
  void saysWhoseTheComputerIsAndWhyAndWhatWillChangeIt() {
    assertThat(model.stateProperty().get().headline()).isEqualTo("This computer is yours");
    assertThat(model.stateProperty().get().reason()).isEqualTo("You were last active at 15:39.");
    assertThat(model.stateProperty().get().next())
        .isEqualTo("If you stay away, jobs may start from 15:44.");
  }

  @Test
  void saysItInTheOwnersLanguage() {
    final ThisComputerViewModel german = model(Locale.GERMANY);
    assertThat(german.stateProperty().get().headline()).isEqualTo("Dieser Rechner gehört dir");
    assertThat(german.returns().getFirst().how()).isEqualTo("In 1 ms pausiert, in 840 ms weg");
  }

  private String next(Locale locale, String kind, Duration from) {
    agent.become(
        Samples.present(
            Samples.owner().toBuilder()
                .setNextKind(kind)
                .setNextProfile("night")
                .setNextChangeEpochMillis(Samples.NOW + from.toMillis())
                .build()));
    return model(locale).stateProperty().get().next();
  }

  @Test
  void whatWillChangeItIsARightSentenceHoweverFarItIs() {
    final Duration soon = Duration.ofMinutes(20);
    final Duration tomorrow = Duration.ofDays(1);
    final Duration far = Duration.ofDays(9);
    assertThat(next(Locale.US, "schedule", soon))
        .isEqualTo("Your schedule gives the computer back to you at 16:00.");
    assertThat(next(Locale.US, "schedule", tomorrow))
        .isEqualTo("Your schedule gives the computer back to you on Friday at 15:40.");
    assertThat(next(Locale.US, "yours", far))
        .isEqualTo("The whole computer is yours again on Nov 21 at 15:40 at the latest.");
    assertThat(next(Locale.GERMANY, "schedule", tomorrow))
        .isEqualTo("Nach deinem Wochenplan gehört der Rechner am Freitag um 15:40 wieder dir.");
    assertThat(next(Locale.GERMANY, "jobs", tomorrow))
        .isEqualTo("Bleibst du weg, können ab Freitag um 15:40 Aufträge starten.");
    assertThat(next(Locale.GERMANY, "profile-begins", far))
        .isEqualTo("Das Profil night beginnt am 21. Nov. um 15:40.");
    assertThat(next(Locale.FRANCE, "schedule", soon))
        .isEqualTo("Selon votre horaire, l'ordinateur est de nouveau à vous à 16:00.");
    assertThat(next(Locale.FRANCE, "jobs", far))
        .isEqualTo(
            "Si vous restez absent, des travaux peuvent démarrer à partir du 21 nov. à 15:40.");
    assertThat(next(Locale.FRANCE, "yours", tomorrow))
        .isEqualTo("L'ordinateur est de nouveau tout à vous vendredi à 15:40 au plus tard.");
  }

  @Test
  void namesTheGuestAndWhoseItIs() {
    agent.become(Samples.present(Samples.guest()));
    assertThat(model.stateProperty().get().tone()).isEqualTo(Tone.BUSY);
    assertThat(model.stateProperty().get().reason())
        .isEqualTo("heat-3d by ada is running while you're away.");
  }

  @Test
  void tellsOfEachReturnHowTheGuestWent() {
    assertThat(model.returns())
        .extracting(OwnerReturn::why, OwnerReturn::how)
        .startsWith(
            tuple("You came back", "Paused in 1 ms, left in 840 ms"),
            tuple("You came back", "Paused in 1 ms, left in 3.4 s"))
        .endsWith(
            tuple("Your programs needed the processors", "Paused in 240 ms, stopped in 30 s"));
  }

  @Test
  void anAgentThatTellsNoKindIsQuoted() {
    final OwnerStatus old = Samples.owner().toBuilder().clearKind().clearNextKind().build();
    agent.become(Samples.present(old));
    assertThat(model.stateProperty().get().reason())
        .isEqualTo("you used the keyboard or mouse 40 s ago; available in 4 min 20 s");
  }

  @Test
  void keepsWhatItKnewWhenTheAgentFallsSilentAndSaysSo() {
    agent.become(Samples.silent());
    assertThat(model.stateProperty().get().headline()).isEqualTo("Lull isn't responding");
    assertThat(model.stateProperty().get().reason()).contains("15:38");
    assertThat(model.returns()).hasSize(4);
    assertThat(model.presentProperty().get()).isFalse();
  }

  @Test
  void aPauseIsAskedForAsLongAsItWasChosen() {
    model.pause(PauseLength.HOUR);
    model.pause(PauseLength.TOMORROW);
    model.pause(PauseLength.FOR_GOOD);
    assertThat(agent.asked)
        .extracting(OwnerRequest::getPause)
        .extracting(OwnerPause::getMillis)
        .containsExactly(3_600_000L, Duration.ofMinutes(16 * 60 + 20).toMillis(), 0L);
  }

  @Test
  void saysUntilWhenItIsPaused() {
    agent.become(
        Samples.present(
            Samples.owner().toBuilder()
                .setKind("paused")
                .setPausedUntilEpochMillis(Samples.NOW + 3_600_000)
                .build()));
    assertThat(model.resumingProperty().get()).isEqualTo("Resume");
    assertThat(model.stateProperty().get().headline()).isEqualTo("Lull is paused");
    assertThat(model.stateProperty().get().reason())
        .isEqualTo("Lull is paused until 16:40. No job starts before.");
  }

  @Test
  void saysThatItPausesOnceTheJobHasEnded() {
    agent.become(
        Samples.present(
            Samples.guest().toBuilder().setPausesAfterGuests(true).setNextKind("pause").build()));
    assertThat(model.guestProperty().get()).isTrue();
    assertThat(model.resumingProperty().get()).isEqualTo("Don't pause");
    assertThat(model.stateProperty().get().headline()).isEqualTo("A job is running");
    assertThat(model.stateProperty().get().next())
        .isEqualTo("Lull pauses when this job ends. No other job starts before.");
  }

  @Test
  void whatDidNotWorkIsSaidUntilSomethingDoes() {
    agent.answers =
        _ ->
            CompletableFuture.failedFuture(
                new ClientFailure(ClientFailure.Kind.UNREACHABLE, "the agent is gone"));
    model.resume();
    assertThat(model.problemProperty().get()).isEqualTo("That didn't work: the agent is gone");
    agent.answers = _ -> CompletableFuture.completedFuture(OwnerReply.getDefaultInstance());
    model.resume();
    assertThat(model.problemProperty().get()).isEmpty();
  }

  @Test
  void whatStaysTheSameIsNotDrawnAnew() {
    final int[] changes = new int[1];
    model.returns().addListener((ListChangeListener<OwnerReturn>) _ -> changes[0]++);
    agent.become(Samples.present(Samples.owner().toBuilder().setConnected(false).build()));
    assertThat(changes[0]).isZero();
  }

  @Test
  void whatTheComputerWasUsedForIsAskedForAnewEachMinuteAndOnlyInSight() {
    agent.become(Samples.present(Samples.guest()));
    assertThat(agent.histories()).isZero();
    model.inSight(true);
    assertThat(agent.histories()).isEqualTo(1);
    assertThat(model.useProperty().get().today()).isNotEmpty();
    agent.become(Samples.present(Samples.guest().toBuilder().setConnected(false).build()));
    assertThat(agent.histories()).isEqualTo(1);
    clock.advance(Duration.ofMinutes(1));
    agent.become(Samples.present(Samples.guest()));
    assertThat(agent.histories()).isEqualTo(2);
    agent.become(Samples.present(Samples.owner()));
    assertThat(agent.histories()).isEqualTo(3);
    model.inSight(false);
    clock.advance(Duration.ofMinutes(5));
    agent.become(Samples.present(Samples.guest()));
    assertThat(agent.histories()).isEqualTo(3);
  }
}
