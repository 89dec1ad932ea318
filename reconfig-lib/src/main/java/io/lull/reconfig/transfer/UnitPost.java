package io.lull.reconfig.transfer;

import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.Link;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.ObjLongConsumer;

/**
 * Sends the short steps of units' moves, on a thread of its own: links' threads never wait until a
 * peer reads, so that two links that are full never wait for each other.
 */
final class UnitPost implements AutoCloseable {
  private static final byte[] NOTHING = {};

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("unit steps").factory());
  private final ObjLongConsumer<String> lost;

  /**
   * @param lost is told which peer cannot be reached, and in which epoch the link was made
   */
  UnitPost(ObjLongConsumer<String> lost) {
    this.lost = lost;
  }

  /**
   * To where a step goes.
   *
   * @param number that the unit's sender gave its move
   */
  record Address(Link link, long epoch, long number) {}

  void say(Address to, UnitStep step) {
    say(to, step, NOTHING);
  }

  void say(Address to, UnitStep step, byte[] body) {
    try {
      thread.execute(() -> {
        try {
          to.link()
              .send(
                  Channel.UNITS,
                  to.number(),
                  to.epoch(),
                  Frame.buffer(1 + body.length).put(step.code()).put(body));
        } catch (IOException e) {
          lost.accept(to.link().peer(), to.link().madeInEpoch());
        }
      });
    } catch (RejectedExecutionException e) {
      // This worker ends.
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
