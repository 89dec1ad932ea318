package io.lull.tray.preferences;

import io.lull.client.ClientFailure;
import io.lull.protocol.wire.OwnerSetting;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/**
 * One thing that the owner may choose: what it is, what it could be while it is typed, and who does
 * not allow another. What is typed is judged by the agent; an answer that comes late is not taken
 * for one about what was typed since.
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

  /** The way to the agent; answers come on the thread that models live on. */
  interface Door {
    void check(String key, String value, Consumer<OwnerSetting> done, Consumer<Throwable> failed);

    /**
     * @param before what undoes it
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

  /** It is so now, whoever made it so. */
  void show(OwnerSetting now) {
    kept = now.getValue();
    usual = now.getDefaultValue();
    value.set(words.shown(key, kept));
    range.set(now.getRange());
    limits.set(now.getPolicy());
    locked.set(now.getLocked());
  }

  /** Somebody types it: says at once what is wrong with it, and sets nothing. */
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

  /** It is to be so from now on; what cannot be is refused, with the reason. */
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

  /** What was typed and not chosen is given up. */
  public void forget() {
    question++;
    problem.set("");
  }

  /** What brings back what is kept now. */
  String undoing() {
    return kept.equals(usual) ? "default" : kept;
  }

  public String key() {
    return key;
  }

  /** As it is shown. */
  public ReadOnlyStringProperty valueProperty() {
    return value.getReadOnlyProperty();
  }

  /** As the agent keeps it. */
  public String kept() {
    return kept;
  }

  /** What is wrong with what is typed; empty: nothing. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** What it may be, in the agent's words. */
  public ReadOnlyStringProperty rangeProperty() {
    return range.getReadOnlyProperty();
  }

  /** Who bounds it, and why; empty: nobody. */
  public ReadOnlyStringProperty limitsProperty() {
    return limits.getReadOnlyProperty();
  }

  /** Nothing else is allowed. */
  public ReadOnlyBooleanProperty lockedProperty() {
    return locked.getReadOnlyProperty();
  }
}
