package io.lull.platform.linux;

import io.lull.platform.input.InputSource;
import io.lull.platform.linux.kernel.KernelFiles;
import io.lull.platform.linux.kernel.KernelSource;
import io.lull.platform.session.WatchedSession;
import io.lull.protocol.time.Clock;
import java.util.List;

/** The computer's own input devices and terminals, of whatever session. */
record WatchedDevices(Clock clock) implements WatchedSession {
  @Override
  public String id() {
    return "";
  }

  @Override
  public String kind() {
    return WatchedSession.DEVICES;
  }

  @Override
  public String display() {
    return "";
  }

  @Override
  public List<InputSource> sources() {
    return List.of(new KernelSource(KernelFiles.SYSTEM, clock));
  }

  /** As long as the computer runs. */
  @Override
  public boolean over() {
    return false;
  }
}
