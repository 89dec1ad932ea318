package io.lull.cli.doctor;

/**
 * What one examination found.
 *
 * @param subject in a word or two
 * @param text a sentence, without its full stop
 * @param remedy what to do; empty: nothing
 */
public record Finding(Area area, String subject, Grade grade, String text, String remedy) {
  /** Whom it concerns. */
  public enum Area {
    LOGIN("your login"),
    AGENT("the agent of this computer"),
    COORDINATOR("the coordinator on this computer");

    private final String title;

    Area(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }

  /** How bad it is. */
  public enum Grade {
    GOOD,
    /** It works, but not as it should, or not for long. */
    DOUBTFUL,
    FAULT
  }

  static Finding good(Area area, String subject, String text) {
    return new Finding(area, subject, Grade.GOOD, text, "");
  }

  static Finding doubtful(Area area, String subject, String text, String remedy) {
    return new Finding(area, subject, Grade.DOUBTFUL, text, remedy);
  }

  static Finding fault(Area area, String subject, String text, String remedy) {
    return new Finding(area, subject, Grade.FAULT, text, remedy);
  }
}
