package io.lull.tray.preferences;

import io.lull.client.ClientFailure;
import io.lull.protocol.wire.OwnerSetting;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/**
 * One setting of the owner: its value, its possible value while it is typed, and who restricts it.
 * The agent checks what is typed; a late answer about earlier text is dropped.
 */
public final class SettingModel {
  private final String key;
  private final ValueWords words;
  private final Door door;
  private final ReadOnlyStringWrapper value = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper limits = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper range = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper locked = new ReadOnlyBooleanWrapper();
  private String kept = "";
  private String usual = "";
  private int question;

  /** The connection to the agent; answers come on the models' thread. */
  interface Door {
    void check(String key, String value, Consumer<OwnerSetting> done, Consumer<Throwable> failed);

    /**
     * @param before the value that undoes it
     */
    void set(
        String key,
        String value,
        String before,
        Consumer<OwnerSetting> done,
        Consumer<Throwable> failed);
  }

  SettingModel(String key, ValueWords words, Door door) {
    this.key = key;
    this.words = words;
    this.door = door;
  }

  /** The present value, whoever set it. */
  void show(OwnerSetting now) {
    kept = now.getValue();
    usual = now.getDefaultValue();
    value.set(words.shown(key, kept));
    range.set(now.getRange());
    limits.set(now.getPolicy());
    locked.set(now.getLocked());
  }

  /** Checks text while it is typed, without setting it. */
  public void type(String text) {
    final int mine = ++question;
    final String wanted = words.value(key, text);
    if (is(wanted)) {
      problem.set("");
      return;
    }
    door.check(
        key,
        wanted,
        _ -> ifNewest(mine, ""),
        failure -> ifNewest(mine, ClientFailure.lineOf(failure)));
  }

  private boolean is(String wanted) {
    return wanted.equals(kept) || words.shown(key, wanted).equals(value.get());
  }

  private void ifNewest(int mine, String line) {
    if (mine == question) {
      problem.set(line);
    }
  }

  /** Sets the value; an invalid one is refused, with the reason. */
  public void choose(String text) {
    final int mine = ++question;
    final String wanted = words.value(key, text);
    if (is(wanted)) {
      problem.set("");
      return;
    }
    door.set(
        key,
        wanted,
        undoing(),
        now -> {
          show(now);
          ifNewest(mine, "");
        },
        failure -> ifNewest(mine, ClientFailure.lineOf(failure)));
  }

  /** Discards what was typed and not set. */
  public void forget() {
    question++;
    problem.set("");
  }

  /** The value that restores the present one. */
  String undoing() {
    return kept.equals(usual) ? "default" : kept;
  }

  public String key() {
    return key;
  }

  /** The shown value. */
  public ReadOnlyStringProperty valueProperty() {
    return value.getReadOnlyProperty();
  }

  /** The agent's value. */
  public String kept() {
    return kept;
  }

  /** What is wrong with the typed text; empty: nothing. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** The allowed values, in the agent's words. */
  public ReadOnlyStringProperty rangeProperty() {
    return range.getReadOnlyProperty();
  }

  /** Who restricts it, and why; empty: nobody. */
  public ReadOnlyStringProperty limitsProperty() {
    return limits.getReadOnlyProperty();
  }

  /** No other value is allowed. */
  public ReadOnlyBooleanProperty lockedProperty() {
    return locked.getReadOnlyProperty();
  }
}
