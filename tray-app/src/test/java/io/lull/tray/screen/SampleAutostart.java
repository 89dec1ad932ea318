package io.lull.tray.screen;

import io.lull.platform.autostart.Autostart;
import java.io.IOException;

/** A session that starts what it is told to. */
public final class SampleAutostart implements Autostart {
  private State state = State.OFF;
  private boolean refusing;

  /** Nothing can be kept from now on. */
  public void refuse() {
    refusing = true;
  }

  @Override
  public State state() {
    return state;
  }

  @Override
  public void enable() throws IOException {
    become(State.ON);
  }

  @Override
  public void disable() throws IOException {
    become(State.TURNED_OFF);
  }

  private void become(State now) throws IOException {
    if (refusing) {
      throw new IOException("the disk is full");
    }
    state = now;
  }
}
