package io.lull.reconfig.comm;

import java.io.IOException;

/**
 * Takes what belongs to a change of configuration, and what else is for the runtime, on the thread
 * of the link that it came by.
 */
public interface ChangeSink {
  /**
   * May wait until the receiver is ready for that epoch; drops what belongs to a change that was
   * given up.
   *
   * @param frame whose payload is the link's own: the next frame of cells takes its place
   */
  void accept(String from, Frame frame) throws IOException, InterruptedException;
}
