package io.lull.tray.cluster.machines;

import java.util.Comparator;
import java.util.Locale;

/** What of a machine stands beside what, and by what the table can be sorted. */
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

  /** The least first; of times the newest. */
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

  /** As the texts name it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
