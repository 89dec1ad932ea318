package io.lull.reconfig.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Throttle;
import io.lull.reconfig.network.HostNetwork;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two workers' links, over real sockets. */
@Timeout(120)
final class LinksTest {
  private static final int FRAME_BYTES = 100_000;

  private final BlockingQueue<Frame> came = new LinkedBlockingQueue<>();
  private Links sender;
  private Links receiver;
  private Link link;

  @BeforeEach
  void join() throws Exception {
    sender = links("w1", (_, _) -> {});
    receiver = links("w2", (_, frame) -> came.add(frame));
    link =
        sender.to(
            "w2",
            "127.0.0.1",
            receiver.port(),
            1,
            WaitLimit.until(System.nanoTime() + TimeUnit.SECONDS.toNanos(30)));
  }

  private static Links links(String name, ChannelHandler sink) throws IOException {
    return links(name, sink, (_, _, _) -> {});
  }

  private static Links links(String name, ChannelHandler sink, LossListener losses)
      throws IOException {
    return new Links(
        name,
        HostNetwork.loopback(),
        PeerSecurity.plain(),
        sink,
        (_, conversation) -> echo(conversation),
        losses,
        SystemClock.INSTANCE);
  }

  /** Gives back what it is told: a length, and so many bytes. */
  private static void echo(Conversation conversation) throws IOException {
    final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
    conversation.fill(length);
    final ByteBuffer all = ByteBuffer.allocate(length.getInt(0));
    conversation.fill(all);
    conversation.write(all.flip());
  }

  @Test
  void aConversationGoesBesideTheLink() throws Exception {
    try (Conversation conversation =
        sender.converse("w2", "127.0.0.1", receiver.port(), Duration.ofSeconds(60))) {
      final byte[] said = new byte[300_000];
      new Random(1).nextBytes(said);
      conversation.write(ByteBuffer.allocate(Integer.BYTES).putInt(0, said.length));
      conversation.write(ByteBuffer.wrap(said));
      final ByteBuffer heard = ByteBuffer.allocate(said.length);
      conversation.fill(heard);
      assertThat(heard.array()).isEqualTo(said);
    }
    final Thread sending = send();
    assertCame();
    sending.join();
  }

  @Test
  void nobodyConversesWithTheWrongWorker() {
    assertThatThrownBy(
            () -> sender.converse("w3", "127.0.0.1", receiver.port(), Duration.ofSeconds(60)))
        .isInstanceOf(IOException.class);
  }

  @AfterEach
  void part() {
    sender.close();
    receiver.close();
  }

  private Thread send() {
    final ByteBuffer buffer = Frame.buffer(FRAME_BYTES);
    for (int i = 0; i < FRAME_BYTES; i++) {
      buffer.put((byte) i);
    }
    return Thread.ofPlatform()
        .name("sending")
        .start(() -> {
          try {
            link.send(Channel.TRANSFER, 7, 1, buffer);
          } catch (IOException e) {
            came.add(new Frame(Channel.TRANSFER, -1, 1, ByteBuffer.allocate(0)));
          }
        });
  }

  private static void awaitThrottled(String threadName) throws InterruptedException {
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (Thread.getAllStackTraces().entrySet().stream()
        .noneMatch(each ->
            each.getKey().getName().equals(threadName)
                && Arrays.stream(each.getValue())
                    .anyMatch(frame ->
                        frame.getClassName().equals(Throttle.class.getName())
                            && frame.getMethodName().equals("pass")))) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError(threadName + " is not held back");
      }
      assertThat(new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  private void assertCame() throws InterruptedException {
    final Frame frame = came.poll(60, TimeUnit.SECONDS);
    assertThat(frame).isNotNull();
    assertThat(frame.tag()).isEqualTo(7);
    assertThat(frame.payload().remaining()).isEqualTo(FRAME_BYTES);
    for (int i = 0; i < FRAME_BYTES; i++) {
      if (frame.payload().get(i) != (byte) i) {
        throw new AssertionError("byte " + i + " is another");
      }
    }
  }

  @Test
  void aSenderIsHeldToWhatItMaySendUntilItMaySendMore() throws Exception {
    sender.allow(1);
    final Thread sending = send();
    awaitThrottled("sending");
    assertThat(came).isEmpty();
    sender.allow(0);
    assertCame();
    sending.join();
  }

  @Test
  void aReaderIsHeldToWhatItMayReceiveUntilItMayReceiveMore() throws Exception {
    receiver.allow(1);
    final Thread sending = send();
    awaitThrottled("from w1");
    assertThat(came).isEmpty();
    receiver.allow(0);
    assertCame();
    sending.join();
  }

  @Test
  void aCallOfAnEarlierEpochDoesNotTakeTheLaterLinksPlace() throws Exception {
    final BlockingQueue<Long> lost = new LinkedBlockingQueue<>();
    final BlockingQueue<Long> lostByReceiver = new LinkedBlockingQueue<>();
    try (Links called =
            links("w5", (_, frame) -> came.add(frame), (_, epoch, _) -> lostByReceiver.add(epoch));
        Links late = links("w1", (_, _) -> {}, (_, epoch, _) -> lost.add(epoch))) {
      link = sender.to("w5", "127.0.0.1", called.port(), 7, patience());
      late.to("w5", "127.0.0.1", called.port(), 6, patience());
      // Only the late call is hung up on.
      assertThat(lost.poll(60, TimeUnit.SECONDS)).isEqualTo(6);
      final Thread sending = send();
      assertCame();
      sending.join();
      assertThat(lostByReceiver).isEmpty();
      assertThat(called.to("w1", "", 0, 7, patience()).madeInEpoch()).isEqualTo(7);
    }
  }

  @Test
  void aSinkThatFailsEndsTheLinkAndItsLossIsHeardOf() throws Exception {
    final BlockingQueue<String> lost = new LinkedBlockingQueue<>();
    try (Links failing =
        links(
            "w5",
            (_, _) -> {
              throw new IllegalStateException("no place for it");
            },
            (_, _, why) -> lost.add(why))) {
      link = sender.to("w5", "127.0.0.1", failing.port(), 1, patience());
      final Thread sending = send();
      assertThat(lost.poll(60, TimeUnit.SECONDS)).contains("no place for it");
      sending.join();
    }
  }

  @Test
  void aCallOfALaterEpochTakesTheEarlierLinksPlace() throws Exception {
    try (Links again = links("w1", (_, _) -> {})) {
      again.to("w2", "127.0.0.1", receiver.port(), 2, patience());
      assertThat(receiver.to("w1", "", 0, 2, patience()).madeInEpoch()).isEqualTo(2);
    }
  }

  private static WaitLimit patience() {
    return WaitLimit.until(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));
  }

  @Test
  void largePayloadsKeepTheirPlaceUntilTheNextIsTaken() throws Exception {
    final Link back = receiver.to("w1", "", 0, 1, WaitLimit.until(Long.MAX_VALUE / 2));
    // In turn read by the watcher, before anybody asks, and by who asks.
    for (int round = 0; round < 20; round++) {
      final boolean early = round % 3 == 0;
      final byte mark = (byte) round;
      final int[] lengths = {200_000, 10, 70_000, 1 << 20};
      final Thread sending =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  for (final int length : lengths) {
                    final ByteBuffer buffer = link.buffer(length);
                    for (int i = 0; i < length; i++) {
                      buffer.put((byte) (mark + i));
                    }
                    link.send(Channel.CALLS, length, 1, buffer);
                  }
                } catch (IOException e) {
                  came.add(new Frame(Channel.CALLS, -1, 1, ByteBuffer.allocate(0)));
                }
              });
      if (early) {
        sending.join();
      }
      for (final int length : lengths) {
        final Frame frame = Objects.requireNonNull(back.take(() -> false));
        assertThat(frame.tag()).isEqualTo(length);
        assertThat(frame.payload().remaining()).isEqualTo(length);
        for (int i = 0; i < length; i++) {
          if (frame.payload().get(i) != (byte) (mark + i)) {
            throw new AssertionError("byte " + i + " of " + length + " in round " + round);
          }
        }
      }
      sending.join();
    }
    assertThat(came).isEmpty();
  }

  @Test
  void whoWaitsForAPeerIsToldWhenThereIsNoReasonToAnyMore() throws Exception {
    final AtomicBoolean over = new AtomicBoolean();
    final BlockingQueue<String> failures = new LinkedBlockingQueue<>();
    // One listens and never answers; the other is waited for to call.
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      final List<Thread> waiting = new ArrayList<>();
      for (final String peer : List.of("w9", "w0")) {
        waiting.add(
            Thread.ofPlatform()
                .name("waiting for " + peer)
                .start(() -> {
                  try {
                    sender.to(
                        peer,
                        "127.0.0.1",
                        silent.getLocalPort(),
                        1,
                        new WaitLimit(System.nanoTime() + TimeUnit.MINUTES.toNanos(10), over::get));
                  } catch (IOException | InterruptedException e) {
                    failures.add(peer);
                  }
                }));
      }
      assertThat(failures.poll(50, TimeUnit.MILLISECONDS)).isNull();
      over.set(true);
      sender.breakOff();
      for (final Thread each : waiting) {
        each.join();
      }
      assertThat(failures).containsExactlyInAnyOrder("w9", "w0");
    }
  }

  @Test
  void whatPassesAtALimitedRateIsWhole() throws Exception {
    sender.allow(1_000_000);
    receiver.allow(1_000_000);
    final Thread sending = send();
    assertCame();
    sending.join();
  }
}
