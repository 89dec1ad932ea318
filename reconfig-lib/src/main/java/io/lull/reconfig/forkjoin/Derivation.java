package io.lull.reconfig.forkjoin;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a worker derives for one run of a loop. Made by the program's thread, read by others. */
final class Derivation<D> {
  private final Supplier<D> made;
  private @Nullable D derived;

  Derivation(Supplier<D> made) {
    this.made = made;
  }

  /** The loop's arrays are open, and its iterations have not begun. */
  void make() {
    derived = Objects.requireNonNull(made.get(), "a loop derives something");
  }

  D get() {
    return Objects.requireNonNull(derived, "iterations begin when it is made");
  }
}
