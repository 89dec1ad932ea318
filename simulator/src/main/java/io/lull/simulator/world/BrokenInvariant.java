package io.lull.simulator.world;

import java.util.List;

/** Something does not hold that must always hold. */
public final class BrokenInvariant extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private final String what;
  private final transient List<String> journal;

  BrokenInvariant(String what, List<String> journal) {
    super(what + "\n" + String.join("\n", journal));
    this.what = what;
    this.journal = journal;
  }

  /** In one line. */
  public String what() {
    return what;
  }

  /** What happened before, with its times. */
  public List<String> journal() {
    return journal;
  }
}
