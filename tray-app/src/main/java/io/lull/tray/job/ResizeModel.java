package io.lull.tray.job;

import io.lull.protocol.wire.JobView;
import io.lull.tray.text.Texts;
import java.util.function.IntConsumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** The new number of workers of a job, as it is typed. */
public final class ResizeModel {
  private final Texts texts;
  private final IntConsumer take;
  private final BooleanProperty asked = new SimpleBooleanProperty();
  private final StringProperty number = new SimpleStringProperty("");
  private final ReadOnlyStringWrapper range = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private int least = 1;
  private int greatest = 1;
  private int present;

  /**
   * @param take receives the chosen number
   */
  ResizeModel(Texts texts, IntConsumer take) {
    this.texts = texts;
    this.take = take;
    number.subscribe(this::judge);
  }

  void show(JobView job) {
    least = job.getMinWorkers();
    greatest = job.getMaxWorkers();
    present = job.getWantedWorkers() > 0 ? job.getWantedWorkers() : job.getWorkersCount();
    range.set(texts.say("resize.range", least, greatest));
  }

  /** Starts with the present number. */
  public void ask() {
    number.set(Integer.toString(Math.clamp(present, least, greatest)));
    asked.set(true);
  }

  public void forget() {
    asked.set(false);
  }

  /** Applies the typed number, if it is valid. */
  public void choose() {
    judge();
    if (problem.get().isEmpty()) {
      asked.set(false);
      take.accept(Integer.parseInt(number.get().strip()));
    }
  }

  private void judge() {
    try {
      final int workers = Integer.parseInt(number.get().strip());
      problem.set(workers >= least && workers <= greatest ? "" : range.get());
    } catch (NumberFormatException e) {
      problem.set(range.get());
    }
  }

  /** Whether the dialog is open. */
  public BooleanProperty askedProperty() {
    return asked;
  }

  public StringProperty numberProperty() {
    return number;
  }

  /** The allowed numbers. */
  public ReadOnlyStringProperty rangeProperty() {
    return range.getReadOnlyProperty();
  }

  /** Why the number is invalid; empty: it is valid. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }
}
