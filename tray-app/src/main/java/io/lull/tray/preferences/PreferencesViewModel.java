package io.lull.tray.preferences;

import io.lull.client.ClientFailure;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerSet;
import io.lull.protocol.wire.OwnerSetting;
import io.lull.tray.agent.Agent;
import io.lull.tray.agent.AgentState;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Texts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/** All settings of the owner; each change applies at once, and the last ones can be undone. */
public final class PreferencesViewModel {
  static final int MOST_UNDONE = 50;

  /** The values of presets; other settings stay. */
  static final List<String> OF_PRESETS =
      List.of("idle-after", "policy", "max-memory", "on-battery", "max-temperature", "schedule");

  private final Agent agent;
  private final UiThread uiThread;
  private final Texts texts;
  private final ValueWords words;
  private final Map<String, SettingModel> settings = new LinkedHashMap<>();
  private final Deque<Step> steps = new ArrayDeque<>();
  private final ReadOnlyBooleanWrapper present = new ReadOnlyBooleanWrapper();
  private final ReadOnlyStringWrapper told = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper undoable = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<Optional<Preset>> preset =
      new ReadOnlyObjectWrapper<>(Optional.empty());

  /**
   * A change that can be undone.
   *
   * @param before the earlier values, by setting
   */
  private record Step(Map<String, String> before) {}

  public PreferencesViewModel(Agent agent, UiThread uiThread, Locale locale) {
    this.agent = agent;
    this.uiThread = uiThread;
    this.texts = Texts.of("preferences", locale);
    this.words = new ValueWords(texts);
    agent.watch(uiThread.latest(this::show));
  }

  private void show(AgentState state) {
    present.set(state.present().isPresent());
    state
        .present()
        .ifPresent(
            now -> now.settings().forEach(setting -> setting(setting.getKey()).show(setting)));
    preset.set(find());
  }

  /** The setting of this key; one that the agent has not reported yet has no value. */
  public SettingModel setting(String key) {
    return settings.computeIfAbsent(key, each -> new SettingModel(each, words, new ToAgent()));
  }

  private final class ToAgent implements SettingModel.Door {
    @Override
    public void check(
        String key, String value, Consumer<OwnerSetting> done, Consumer<Throwable> failed) {
      ask(key, value, true, done, failed);
    }

    @Override
    public void set(
        String key,
        String value,
        String before,
        Consumer<OwnerSetting> done,
        Consumer<Throwable> failed) {
      ask(
          key,
          value,
          false,
          now -> {
            done.accept(now);
            preset.set(find());
            remember(new Step(Map.of(key, before)));
            tell(texts.say("changed", texts.say("key." + key)));
          },
          failed);
    }
  }

  private void ask(
      String key,
      String value,
      boolean check,
      Consumer<OwnerSetting> done,
      Consumer<Throwable> failed) {
    final OwnerRequest request =
        OwnerRequest.newBuilder()
            .setSet(OwnerSet.newBuilder().setKey(key).setValue(value).setCheck(check))
            .build();
    uiThread.answer(agent.ask(request), reply -> reply.getSettingsList().forEach(done), failed);
  }

  private void remember(Step step) {
    steps.push(step);
    if (steps.size() > MOST_UNDONE) {
      steps.removeLast();
    }
    undoable.set(true);
  }

  private void tell(String line) {
    problem.set("");
    told.set(line);
  }

  /** Undoes the last change. */
  public void undo() {
    final Step step = steps.poll();
    undoable.set(!steps.isEmpty());
    if (step != null) {
      setAll(step.before(), _ -> tell(texts.say("undone")));
    }
  }

  /** Applies the preset; what an administrator has locked stays. */
  public void take(Preset chosen) {
    final Map<String, String> before = new LinkedHashMap<>();
    final Map<String, String> wanted = new LinkedHashMap<>();
    for (final String key : OF_PRESETS) {
      final SettingModel setting = setting(key);
      final String choice = chosen.choice(key);
      if (!setting.lockedProperty().get() && differs(setting, choice)) {
        before.put(key, setting.undoing());
        wanted.put(key, choice);
      }
    }
    // Not by what is shown in the end: what the agent reports may be older than its answers.
    final boolean inPart =
        OF_PRESETS.stream()
            .anyMatch(key -> !wanted.containsKey(key) && differs(setting(key), chosen.choice(key)));
    if (wanted.isEmpty()) {
      tell(chosen, inPart ? "preset.taken.in-part" : "preset.already");
      return;
    }
    setAll(
        wanted,
        refused -> {
          remember(new Step(before));
          tell(chosen, inPart || !refused.isEmpty() ? "preset.taken.in-part" : "preset.taken");
        });
  }

  private void tell(Preset chosen, String text) {
    tell(texts.say(text, texts.say("preset." + chosen.key())));
  }

  private static boolean differs(SettingModel setting, String choice) {
    return !choice.equals(setting.undoing());
  }

  /** One after the other; a refused one is reported, and does not stop the others. */
  private void setAll(Map<String, String> wanted, Consumer<List<String>> done) {
    final List<String> refused = new ArrayList<>();
    setNext(
        new ArrayDeque<>(wanted.entrySet()),
        refused,
        () -> {
          preset.set(find());
          done.accept(refused);
          problem.set(String.join(" ", refused));
        });
  }

  private void setNext(Deque<Map.Entry<String, String>> left, List<String> refused, Runnable done) {
    final Map.Entry<String, String> next = left.poll();
    if (next == null) {
      done.run();
      return;
    }
    ask(
        next.getKey(),
        next.getValue(),
        false,
        now -> {
          setting(next.getKey()).show(now);
          setNext(left, refused, done);
        },
        failure -> {
          refused.add(ClientFailure.lineOf(failure));
          setNext(left, refused, done);
        });
  }

  private Optional<Preset> find() {
    return Stream.of(Preset.values())
        .filter(each ->
            OF_PRESETS.stream().allMatch(key -> each.choice(key).equals(setting(key).undoing())))
        .findFirst();
  }

  /** The preset that all this equals; empty: none. */
  public ReadOnlyObjectProperty<Optional<Preset>> presetProperty() {
    return preset.getReadOnlyProperty();
  }

  public Texts texts() {
    return texts;
  }

  /** Whether the agent can take requests. */
  public ReadOnlyBooleanProperty presentProperty() {
    return present.getReadOnlyProperty();
  }

  /** The last action; empty: none yet. */
  public ReadOnlyStringProperty toldProperty() {
    return told.getReadOnlyProperty();
  }

  /** Its failure; empty: none. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  public ReadOnlyBooleanProperty undoableProperty() {
    return undoable.getReadOnlyProperty();
  }
}
