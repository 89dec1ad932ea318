package io.lull.platform.source;

import io.lull.platform.input.InputSignal;
import java.time.Duration;
import java.util.List;

/**
 * What a polled source reads besides input, less often: whether the session is locked, what keeps
 * the screen on. Reports only changes since the last call; always called on the source's thread.
 */
public interface SideProbe {
  Duration every();

  List<InputSignal> look();
}
