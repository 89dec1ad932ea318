package io.lull.bench.adapt;

import java.util.Locale;

/** Who changes a job whose computers are loaded, and how. */
enum LoadPolicy {
  /** Nobody does anything. */
  NONE,
  /** The workers on loaded computers continue on idle ones when the contract is broken. */
  MIGRATE,
  /** The data is shared out anew when the contract is broken, and again after the load. */
  BALANCE,
  /** The coordinator does what it does by itself. */
  AUTOMATIC;

  String words() {
    return name().toLowerCase(Locale.ROOT);
  }
}
