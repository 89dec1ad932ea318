package io.lull.reconfig.comm;

import java.io.IOException;

/** Takes the frames of channels that no program's thread waits for, on the link's thread. */
@FunctionalInterface
public interface ChannelHandler {
  /**
   * Waits, if at all, only for what does not come by the same link: the link carries nothing else
   * meanwhile. An {@link IOException} ends the link.
   *
   * @param from the peer's name
   * @param frame whose payload may be the link's own: the next frame of the channel takes its place
   */
  void accept(String from, Frame frame) throws IOException, InterruptedException;
}
