package io.lull.protocol.architecture;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** This class departs from one rule that the architecture's tests hold, and says why. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Exempt {
  /** The rule it departs from. */
  Rule from();

  /** What makes it necessary: a sentence. */
  String because();

  /** The rules that know exemptions. */
  enum Rule {
    /** Time and chance come in as parameters. */
    TIME_AND_CHANCE,
    /** Only main programs look at their environment or end the JVM. */
    ENVIRONMENT,
    /** A constructor has at most seven parameters. */
    FEW_PARAMETERS,
    /** Only platform and grids use memory and functions beyond Java's. */
    FOREIGN_MEMORY,
  }
}
