package io.lull.platform.macos.session;

import io.lull.platform.source.IdleReading.Pointer;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What macOS tells a program about its own desktop session. */
interface DesktopInput {
  /** Seconds since the last event of a group; empty if macOS gives no plausible answer. */
  OptionalDouble secondsSince(Events events);

  @Nullable Pointer pointer();

  /** Null: this process is in no desktop session. */
  @Nullable Desktop desktop();

  /** Names of the programs that keep the display on. */
  Set<String> keepersOfTheDisplay();

  /**
   * @param user its user's name
   */
  record Desktop(String user, boolean locked) {}

  /** Groups of input events that are counted together. */
  enum Events {
    ANY,
    KEYS,
    BUTTONS
  }
}
