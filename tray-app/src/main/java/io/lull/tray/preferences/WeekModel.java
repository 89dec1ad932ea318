package io.lull.tray.preferences;

import io.lull.tray.text.Texts;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/**
 * The week while it is painted: a stroke starts, covers half hours, and ends; then the schedule is
 * set.
 */
public final class WeekModel {
  private final SettingModel schedule;
  private final Texts texts;
  private final ReadOnlyObjectWrapper<Week> week = new ReadOnlyObjectWrapper<>(Week.open());
  private final ReadOnlyStringWrapper remark = new ReadOnlyStringWrapper("");
  private boolean stroke;
  private boolean allows;

  WeekModel(SettingModel schedule, Texts texts) {
    this.schedule = schedule;
    this.texts = texts;
    schedule.valueProperty().subscribe(_ -> read());
  }

  private void read() {
    if (!stroke) {
      final String kept = schedule.kept();
      Week.parse(kept.isEmpty() ? "always" : kept)
          .ifPresentOrElse(
              now -> {
                week.set(now);
                remark.set("");
              },
              () -> remark.set(texts.say("week.finer", schedule.valueProperty().get())));
    }
  }

  /**
   * Starts a stroke, which inverts this half hour and gives all others the same value.
   *
   * @param day 0 is Monday
   */
  public void begin(int day, int slot) {
    if (schedule.lockedProperty().get()) {
      return;
    }
    stroke = true;
    allows = !week.get().guests(day, slot);
    go(day, slot);
  }

  public void go(int day, int slot) {
    if (stroke) {
      week.set(week.get().with(day, slot, allows));
    }
  }

  /** Ends the stroke and sets the schedule. */
  public void end() {
    if (!stroke) {
      return;
    }
    stroke = false;
    if (week.get().closed()) {
      read();
      remark.set(texts.say("week.never"));
    } else {
      schedule.choose(week.get().text());
    }
  }

  public ReadOnlyObjectProperty<Week> weekProperty() {
    return week.getReadOnlyProperty();
  }

  /** Why the week is invalid; empty: it is valid. */
  public ReadOnlyStringProperty remarkProperty() {
    return remark.getReadOnlyProperty();
  }

  public SettingModel schedule() {
    return schedule;
  }
}
