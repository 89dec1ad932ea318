package io.lull.platform.windows.session;

import io.lull.platform.source.IdleReading.Pointer;
import org.jspecify.annotations.Nullable;

/** What Windows tells a program of its own session. A refused call is a {@code Refusal}. */
interface SessionInput {
  /** Milliseconds since the start, in 32 bits. */
  int tickCount();

  /** Of the last input, in the same count. */
  int lastInputTick();

  /** Null where there is none, as on the desktop of a locked session. */
  @Nullable Pointer pointer();

  /** Whether one is down, or was since the last question. */
  boolean mouseButton();

  /** Whether a program, whichever, has asked for the screen to stay on. */
  boolean screenKeptOn();

  Attention attention();

  /** Whether somebody watches, or works in, this session from another one. */
  boolean shadowed();

  /** As the shell judges whether a message would disturb. */
  enum Attention {
    USUAL,
    FULL_SCREEN,
    PRESENTATION
  }
}
