package io.lull.tray.welcome;

import io.lull.client.ClientFailure;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import io.lull.tray.model.UiThread;
import io.lull.tray.preferences.PreferencesViewModel;
import io.lull.tray.preferences.Preset;
import io.lull.tray.text.Texts;
import java.util.List;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** The first start: the grid's address, the token, a preset; checked while it is typed. */
public final class WelcomeViewModel {
  private final Enroller door;
  private final PreferencesViewModel preferences;
  private final UiThread uiThread;
  private final Runnable leave;
  private final Texts texts;
  private final StringProperty coordinator = new SimpleStringProperty("");
  private final StringProperty token = new SimpleStringProperty("");
  private final ReadOnlyStringWrapper coordinatorProblem = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper tokenProblem = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper joined = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper joining = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper ready = new ReadOnlyBooleanWrapper();

  /**
   * @param leave opens the first page
   */
  public WelcomeViewModel(
      Enroller door, PreferencesViewModel preferences, UiThread uiThread, Runnable leave) {
    this.door = door;
    this.preferences = preferences;
    this.uiThread = uiThread;
    this.leave = leave;
    this.texts = Texts.of("welcome", preferences.texts().locale());
    coordinator.subscribe(this::judge);
    token.subscribe(this::judge);
  }

  /** The page is visible: offers a coordinator that was found meanwhile. */
  public void look() {
    if (coordinator.get().isBlank()) {
      coordinator.set(door.found());
    }
  }

  private void judge() {
    coordinatorProblem.set(problem("coordinator", coordinator.get(), HostPort::parseAll));
    tokenProblem.set(problem("token", token.get(), EnrolmentToken::parse));
    ready.set(
        !coordinator.get().isBlank()
            && !token.get().isBlank()
            && coordinatorProblem.get().isEmpty()
            && tokenProblem.get().isEmpty());
  }

  /** An empty field is not an error. */
  private String problem(String field, String text, Function<String, ?> parser) {
    if (text.isBlank()) {
      return "";
    }
    try {
      final @Nullable Object _ = parser.apply(text.strip());
      return "";
    } catch (IllegalArgumentException e) {
      return texts.say(field + ".wrong");
    }
  }

  /** Uses the token once, however often the button is pressed. */
  public void join() {
    if (!ready.get() || joining.get() || !joined.get().isEmpty()) {
      return;
    }
    joining.set(true);
    problem.set("");
    final List<HostPort> coordinators = HostPort.parseAll(coordinator.get().strip());
    uiThread.answer(
        door.join(coordinators, EnrolmentToken.parse(token.get().strip())),
        name -> {
          joining.set(false);
          token.set("");
          joined.set(texts.say("joined", name));
        },
        failure -> {
          joining.set(false);
          problem.set(ClientFailure.lineOf(failure));
        });
  }

  public void take(Preset preset) {
    preferences.take(preset);
  }

  /** The person has finished, with or without joining. */
  public void finish() {
    door.over();
    leave.run();
  }

  public Texts texts() {
    return texts;
  }

  public PreferencesViewModel preferences() {
    return preferences;
  }

  public StringProperty coordinatorProperty() {
    return coordinator;
  }

  public StringProperty tokenProperty() {
    return token;
  }

  public ReadOnlyStringProperty coordinatorProblemProperty() {
    return coordinatorProblem.getReadOnlyProperty();
  }

  public ReadOnlyStringProperty tokenProblemProperty() {
    return tokenProblem.getReadOnlyProperty();
  }

  /** Why joining failed; empty: it did not. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** The name after joining; empty: not yet. */
  public ReadOnlyStringProperty joinedProperty() {
    return joined.getReadOnlyProperty();
  }

  public ReadOnlyBooleanProperty joiningProperty() {
    return joining.getReadOnlyProperty();
  }

  /** Whether the data suffices to join. */
  public ReadOnlyBooleanProperty readyProperty() {
    return ready.getReadOnlyProperty();
  }
}
