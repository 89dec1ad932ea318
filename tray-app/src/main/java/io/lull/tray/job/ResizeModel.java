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

/** How many workers a job is to have from now on, as it is typed. */
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
   * @param take is given what was chosen
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

  /** Begins with what the job has. */
  public void ask() {
    number.set(Integer.toString(Math.clamp(present, least, greatest)));
    asked.set(true);
  }

  public void forget() {
    asked.set(false);
  }

  /** Takes what was typed, if it can be. */
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

  /** Whether the person is being asked. */
  public BooleanProperty askedProperty() {
    return asked;
  }

  public StringProperty numberProperty() {
    return number;
  }

  /** What can be chosen. */
  public ReadOnlyStringProperty rangeProperty() {
    return range.getReadOnlyProperty();
  }

  /** Why it cannot be so; empty: it can. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }
}
