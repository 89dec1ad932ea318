package io.lull.reconfig.check;

import java.util.Collection;

/** What functions of a program have captured, or hold in fields if they are objects of a class. */
public final class Captures {
  private Captures() {}

  /**
   * A number that tells one content from another, as far as {@link UndeclaredState} would, too. The
   * program's own fields are not part of it.
   */
  public static long print(Object program, Collection<?> functions) {
    return FieldFingerprint.ofFunctions(program, functions);
  }
}
