package io.lull.reconfig.comm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What waits for the program, and what is not worth waiting any more. */
@Timeout(60)
final class MailboxTest {
  private final Mailbox mailbox = new Mailbox();

  private static Frame frame(long epoch) {
    return new Frame(Channel.CALLS, 0, epoch, ByteBuffer.allocate(0));
  }

  @Test
  void whoeverFillsItIsHeldBackUntilItsEpochIsOver() throws Exception {
    for (int i = 0; i < Mailbox.MAX_FRAMES; i++) {
      mailbox.put(frame(3));
    }
    final CountDownLatch done = new CountDownLatch(1);
    final Thread sender =
        Thread.ofPlatform()
            .start(() -> {
              try {
                mailbox.put(frame(3));
                mailbox.put(frame(4));
                done.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    while (sender.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    mailbox.dropOlderThan(4);
    done.await();
    sender.join();
    assertThat(mailbox.poll()).extracting(Frame::epoch).isEqualTo(4L);
    assertThat(mailbox.poll()).isNull();
  }

  @Test
  void framesOfAnEpochThatIsOverAreNotTakenInAnyMore() throws Exception {
    mailbox.put(frame(1));
    mailbox.put(frame(2));
    mailbox.dropOlderThan(2);
    mailbox.dropOlderThan(1);
    mailbox.put(frame(1));
    assertThat(mailbox.poll()).extracting(Frame::epoch).isEqualTo(2L);
    assertThat(mailbox.poll()).isNull();
  }
}
