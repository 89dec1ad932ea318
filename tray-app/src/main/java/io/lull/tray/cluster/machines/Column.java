package io.lull.tray.cluster.machines;

import java.util.Comparator;
import java.util.Locale;

/** The columns of the table of machines, by which it can be sorted. */
public enum Column {
  NAME,
  STATE,
  SINCE,
  JOB,
  CORES,
  MEMORY,
  LABELS;

  public String text(Machine machine) {
    return switch (this) {
      case NAME -> machine.name();
      case STATE -> machine.state();
      case SINCE -> machine.since();
      case JOB -> machine.job();
      case CORES -> Integer.toString(machine.cores());
      case MEMORY -> machine.memory();
      case LABELS -> machine.labels();
    };
  }

  /** Ascending; times with the newest first. */
  public Comparator<Machine> order() {
    return switch (this) {
      case NAME -> Comparator.comparing(Machine::name, new NaturalOrder());
      case STATE -> Comparator.comparing(Machine::use).thenComparing(Machine::state);
      case SINCE -> Comparator.comparingLong(Machine::sinceMillis).reversed();
      case JOB -> Comparator.comparing(Machine::job, new NaturalOrder());
      case CORES -> Comparator.comparingInt(Machine::cores);
      case MEMORY -> Comparator.comparingLong(Machine::memoryBytes);
      case LABELS -> Comparator.comparing(Machine::labels);
    };
  }

  /** The key of the texts. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
