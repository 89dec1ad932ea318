package io.lull.platform.macos.session;

import io.lull.platform.source.IdleReading.Pointer;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What macOS tells a program of its own desktop session. */
interface DesktopInput {
  /** Seconds since the last event of a group; empty where macOS gives no sensible answer. */
  OptionalDouble secondsSince(Events events);

  @Nullable Pointer pointer();

  /** Null: this process is in no desktop session. */
  @Nullable Desktop desktop();

  /** Programs that keep the display from sleeping, by their names. */
  Set<String> keepersOfTheDisplay();

  /**
   * @param user whose it is, by name
   */
  record Desktop(String user, boolean locked) {}

  /** Of input, counted together. */
  enum Events {
    ANY,
    KEYS,
    BUTTONS
  }
}
