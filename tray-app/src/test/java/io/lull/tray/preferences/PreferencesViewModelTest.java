package io.lull.tray.preferences;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.client.ClientFailure;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerSet;
import io.lull.protocol.wire.OwnerSetting;
import io.lull.tray.agent.AgentState;
import io.lull.tray.model.UiThread;
import io.lull.tray.screen.SampleAgent;
import io.lull.tray.screen.Samples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PreferencesViewModelTest {
  private final SampleAgent agent = new SampleAgent(Samples.present(Samples.owner()));
  private final Map<String, OwnerSetting> kept = new LinkedHashMap<>();
  private final PreferencesViewModel model =
      new PreferencesViewModel(agent, new UiThread(Runnable::run), Locale.ENGLISH);

  @BeforeEach
  void keep() {
    Samples.settings().forEach(setting -> kept.put(setting.getKey(), setting));
    agent.answers = this::answer;
  }

  /** As the agent does: what has a '!' in it cannot be. */
  private CompletableFuture<OwnerReply> answer(OwnerRequest request) {
    final OwnerSet set = request.getSet();
    if (set.getValue().contains("!")) {
      return CompletableFuture.failedFuture(
          ClientFailure.badInput(set.getKey() + " cannot be '" + set.getValue() + "'"));
    }
    final OwnerSetting before = kept(set.getKey());
    final String value =
        set.getValue().equals("default") ? before.getDefaultValue() : set.getValue();
    final OwnerSetting after = before.toBuilder().setValue(value).build();
    if (!set.getCheck()) {
      kept.put(set.getKey(), after);
    }
    return CompletableFuture.completedFuture(
        OwnerReply.newBuilder().addSettings(set.getCheck() ? before : after).build());
  }

  private OwnerSetting kept(String key) {
    return Objects.requireNonNull(kept.get(key));
  }

  private String value(String key) {
    return kept(key).getValue();
  }

  @Test
  void whatIsTypedIsJudgedAtOnceAndSetOnlyWhenItIsChosen() {
    final SettingModel idle = model.setting("idle-after");
    idle.type("1!");
    assertThat(idle.problemProperty().get()).isEqualTo("idle-after cannot be '1!'");
    idle.type("15m");
    assertThat(idle.problemProperty().get()).isEmpty();
    assertThat(value("idle-after")).isEqualTo("10m");
    idle.choose("15m");
    assertThat(value("idle-after")).isEqualTo("15m");
    assertThat(model.toldProperty().get()).isEqualTo("Away after: saved.");
  }

  @Test
  void anAnswerThatComesLateIsNotAboutWhatWasTypedSince() {
    final List<CompletableFuture<OwnerReply>> late = new ArrayList<>();
    agent.answers =
        _ -> {
          late.add(new CompletableFuture<>());
          return late.getLast();
        };
    final SettingModel idle = model.setting("idle-after");
    idle.type("1");
    idle.type("15m");
    late.get(1).complete(OwnerReply.getDefaultInstance());
    late.get(0).completeExceptionally(ClientFailure.badInput("idle-after cannot be '1'"));
    assertThat(idle.problemProperty().get()).isEmpty();
  }

  @Test
  void aChangeIsUndone() {
    model.setting("idle-after").choose("15m");
    model.setting("max-cores").choose("2");
    assertThat(model.undoableProperty().get()).isTrue();
    model.undo();
    assertThat(value("max-cores")).isEqualTo("all");
    model.undo();
    assertThat(value("idle-after")).isEqualTo("10m");
    assertThat(model.undoableProperty().get()).isFalse();
    model.undo();
    assertThat(value("idle-after")).isEqualTo("10m");
  }

  @Test
  void undoingWhatWasNotChosenTakesTheChoiceBack() {
    model.setting("max-cores").choose("2");
    model.undo();
    assertThat(agent.asked.getLast().getSet().getValue()).isEqualTo("default");
  }

  @Test
  void aPresetIsOneChangeAndUndoneAsOne() {
    model.take(Preset.CAUTIOUS);
    assertThat(value("idle-after")).isEqualTo("15m");
    assertThat(value("policy")).isEqualTo("strict");
    assertThat(value("schedule")).isEqualTo("always");
    assertThat(model.toldProperty().get()).isEqualTo("Cautious is set.");
    assertThat(model.presetProperty().get()).contains(Preset.CAUTIOUS);
    model.undo();
    assertThat(kept.values()).containsExactlyElementsOf(Samples.settings());
    assertThat(model.undoableProperty().get()).isFalse();
  }

  @Test
  void aPresetIsSetWhateverOldStateIsReportedBetweenItsAnswers() {
    agent.answers =
        request -> {
          final CompletableFuture<OwnerReply> reply = answer(request);
          agent.become(Samples.present(Samples.owner()));
          return reply;
        };
    model.take(Preset.CAUTIOUS);
    assertThat(model.toldProperty().get()).isEqualTo("Cautious is set.");
  }

  @Test
  void whatAnAdministratorHasLockedIsShownSoAndLeftAlone() {
    final List<OwnerSetting> locked =
        Samples.settings().stream()
            .map(each ->
                each.getKey().equals("policy")
                    ? each.toBuilder().setLocked(true).setPolicy("the IT department").build()
                    : each)
            .toList();
    agent.become(new AgentState.Present(Samples.owner(), locked));
    model.take(Preset.CAUTIOUS);
    assertThat(model.setting("policy").limitsProperty().get()).isEqualTo("the IT department");
    assertThat(value("policy")).isEqualTo("gentle");
    assertThat(value("idle-after")).isEqualTo("15m");
    final String inPart = "Cautious is set, except what an administrator has locked.";
    assertThat(model.toldProperty().get()).isEqualTo(inPart);
    model.take(Preset.CAUTIOUS);
    assertThat(model.toldProperty().get()).isEqualTo(inPart);
  }

  @Test
  void sharesArePercentForPeople() {
    final SettingModel threshold = model.setting("cpu-threshold");
    assertThat(threshold.valueProperty().get()).isEqualTo("10%");
    threshold.choose("25 %");
    assertThat(value("cpu-threshold")).isEqualTo("0.25");
    threshold.choose("12,5");
    assertThat(value("cpu-threshold")).isEqualTo("0.125");
    assertThat(threshold.valueProperty().get()).isEqualTo("12.5%");
  }

  @Test
  void choosingWhatItIsChangesNothing() {
    model.setting("cpu-threshold").choose("10 %");
    model.setting("idle-after").choose(" 10m ");
    assertThat(agent.asked).isEmpty();
    assertThat(model.undoableProperty().get()).isFalse();
  }

  @Test
  void whatSomebodyElseSetsIsShown() {
    agent.become(
        new AgentState.Present(
            Samples.owner(), List.of(kept("idle-after").toBuilder().setValue("1h").build())));
    assertThat(model.setting("idle-after").valueProperty().get()).isEqualTo("1h");
  }

  @Test
  void theWeekIsChosenWhenTheStrokeEnds() {
    final WeekModel week = new WeekModel(model.setting("schedule"), model.texts());
    week.begin(0, 0);
    week.go(0, 1);
    assertThat(agent.asked).isEmpty();
    week.end();
    assertThat(value("schedule")).startsWith("mon 00:00-01:00");
    assertThat(week.weekProperty().get().guests(0, 1)).isTrue();
    model.undo();
    assertThat(week.weekProperty().get().guests(0, 1)).isFalse();
  }

  @Test
  void aWeekWithoutAnyGuestIsRefusedWithTheReason() {
    model.setting("schedule").choose("sat 00:00-00:30");
    final WeekModel week = new WeekModel(model.setting("schedule"), model.texts());
    week.begin(5, 0);
    week.end();
    assertThat(week.remarkProperty().get()).startsWith("Leave at least half an hour");
    assertThat(week.weekProperty().get().guests(5, 0)).isTrue();
    assertThat(value("schedule")).isEqualTo("sat 00:00-00:30");
  }

  @Test
  void aScheduleThatIsFinerThanThePictureIsKeptAndTold() {
    model.setting("schedule").choose("mon 18:10-20:00");
    final WeekModel week = new WeekModel(model.setting("schedule"), model.texts());
    assertThat(week.remarkProperty().get()).contains("Mon 18:10–20:00");
  }

  @Test
  void doesNotGrowForEver() {
    for (int i = 0; i < 2 * PreferencesViewModel.MOST_UNDONE; i++) {
      model.setting("max-cores").choose(Integer.toString(i + 1));
    }
    int undone = 0;
    while (model.undoableProperty().get()) {
      model.undo();
      undone++;
    }
    assertThat(undone).isEqualTo(PreferencesViewModel.MOST_UNDONE);
  }
}
