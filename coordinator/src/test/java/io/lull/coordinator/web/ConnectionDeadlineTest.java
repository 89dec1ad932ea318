package io.lull.coordinator.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Nobody holds a connection by being slow. */
class ConnectionDeadlineTest {
  private final ConnectionDeadline deadline = new ConnectionDeadline();
  private final EmbeddedChannel channel = new EmbeddedChannel(deadline);

  private void pass(Duration time) {
    channel.advanceTimeBy(time.toMillis(), TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
  }

  private void sends() {
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {'G'}));
  }

  private ChannelHandlerContext context() {
    return channel.pipeline().context(deadline);
  }

  @Test
  void aByteNowAndThenGainsNothing() {
    channel.freezeTime();
    for (int second = 1; second < ConnectionDeadline.REQUEST.toSeconds(); second++) {
      pass(Duration.ofSeconds(1));
      sends();
      assertThat(channel.isOpen()).as("after %d s", second).isTrue();
    }
    pass(Duration.ofSeconds(2));
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void whoDoesNotTakeTheirAnswerIsCutOff() {
    channel.freezeTime();
    deadline.answers(context());
    pass(ConnectionDeadline.ANSWER.minusSeconds(1));
    assertThat(channel.isOpen()).isTrue();
    pass(Duration.ofSeconds(2));
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void whoComesAgainHasTheTimeOfARequestAndWhoDoesNotIsForgotten() {
    channel.freezeTime();
    deadline.answers(context());
    deadline.answered(context());
    pass(ConnectionDeadline.IDLE.minusSeconds(1));
    sends();
    pass(ConnectionDeadline.REQUEST.minusSeconds(1));
    assertThat(channel.isOpen()).isTrue();
    deadline.answers(context());
    deadline.answered(context());
    pass(ConnectionDeadline.IDLE.plusSeconds(1));
    assertThat(channel.isOpen()).isFalse();
  }
}
