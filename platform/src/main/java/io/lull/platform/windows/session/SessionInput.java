package io.lull.platform.windows.session;

import io.lull.platform.source.IdleReading.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * What Windows tells a program about its own session. A refused call throws {@code WindowsError}.
 */
interface SessionInput {
  /** Milliseconds since the start, in 32 bits. */
  int tickCount();

  /** The time of the last input, in the same count. */
  int lastInputTick();

  /** Null: none, as on the desktop of a locked session. */
  @Nullable Pointer pointer();

  /** Whether a button is down, or was since the last query. */
  boolean mouseButton();

  /** Whether any program keeps the screen on. */
  boolean screenKeptOn();

  Attention attention();

  /** Whether somebody watches or controls this session from another one. */
  boolean shadowed();

  /** The shell's judgement whether a message would disturb. */
  enum Attention {
    USUAL,
    FULL_SCREEN,
    PRESENTATION
  }
}
