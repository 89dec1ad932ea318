package io.lull.platform.source;

import io.lull.platform.input.InputSignal;
import java.time.Duration;
import java.util.List;

/**
 * What a polled source asks for besides input, less often: whether the session is locked, what
 * keeps the screen on. Says only what has changed since the last look; always asked on the source's
 * thread.
 */
public interface SideProbe {
  Duration every();

  List<InputSignal> look();
}
