package io.lull.client.submit;

import java.util.Locale;

/** A property of a job: an option of the command line, a key of a file. */
public enum SubmitOption {
  APP,
  JAR,
  MAIN,
  NAME,
  WORKERS,
  MOLDABLE,
  NETWORK,
  CHECKED,
  NO_ADAPT,
  OUTPUT,
  MEMORY,
  REQUIRE,
  PRIORITY,
  CHECKPOINT,
  CODE,
  COMMAND,
  IMAGE,
  TASKS,
  EACH,
  TASK_TIME,
  RETRIES,
  REPLICATE,
  AFTER,
  BEGIN,
  TIME_LIMIT,
  NOTIFY,
  NOTIFY_ON,
  ARRAY;

  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** For messages. */
  public String option() {
    return "--" + key();
  }

  /** On the command line it is there or not, without a value. */
  boolean flag() {
    return this == MOLDABLE || this == NETWORK || this == CHECKED || this == NO_ADAPT;
  }

  boolean path() {
    return this == JAR || this == OUTPUT || this == EACH || this == IMAGE;
  }
}
