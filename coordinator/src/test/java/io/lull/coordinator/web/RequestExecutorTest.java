package io.lull.coordinator.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.model.Role;
import io.lull.testkit.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How much is found for whom at a time. */
class RequestExecutorTest {
  private static final long PATIENCE_SECONDS = 20;
  private static final Caller ADA =
      new Caller("ada", Role.USER, ByteString.copyFromUtf8("key"), "10.0.0.1");

  private final VirtualClock clock = new VirtualClock();
  private final CountDownLatch gate = new CountDownLatch(1);
  private final BlockingQueue<Integer> codes = new LinkedBlockingQueue<>();
  private final List<Runnable> unread = new ArrayList<>();
  private final RequestExecutor executor = new RequestExecutor(this::answer, clock);

  @AfterEach
  void stop() {
    gate.countDown();
    executor.close();
  }

  private WebResponse answer(WebRequest request) {
    if (request.path().equals("/waits")) {
      try {
        assertThat(gate.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return WebResponse.text(WebResponse.OK, "here").to(ADA);
  }

  private int code(String path, String host) throws InterruptedException {
    serve(path, host);
    return codes.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private void serve(String path, String host) {
    executor.serve(
        new WebRequest("GET", path, Map.of(), Map.of(), "", host, Optional.empty()),
        (answer, written) -> {
          synchronized (unread) {
            unread.add(written);
          }
          codes.add(answer.code());
        });
  }

  private void readAll() {
    synchronized (unread) {
      unread.forEach(Runnable::run);
      unread.forEach(Runnable::run);
      unread.clear();
    }
  }

  @Test
  void aPersonWhoDoesNotReadIsToldNoMoreUntilTheyDo() throws Exception {
    for (int i = 0; i < RequestExecutor.MAX_UNREAD_OF_PERSON; i++) {
      assertThat(code("/", "10.0.0.1")).isEqualTo(WebResponse.OK);
    }
    assertThat(code("/", "10.0.0.1")).isEqualTo(WebResponse.TOO_MUCH);
    readAll();
    for (int i = 0; i < RequestExecutor.MAX_UNREAD_OF_PERSON; i++) {
      assertThat(code("/", "10.0.0.1")).isEqualTo(WebResponse.OK);
    }
    assertThat(code("/", "10.0.0.1")).isEqualTo(WebResponse.TOO_MUCH);
  }

  @Test
  void noMoreAreBusyAtATimeThanMayBe() throws Exception {
    for (int i = 0; i < RequestExecutor.MAX_AT_ONCE; i++) {
      serve("/waits", "10.0.0.1");
    }
    assertThat(code("/", "10.0.0.2")).isEqualTo(WebResponse.UNAVAILABLE);
    gate.countDown();
    for (int i = 0; i < RequestExecutor.MAX_AT_ONCE; i++) {
      assertThat(codes.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isNotNull();
    }
  }

  @Test
  void anAddressThatAsksAllTheTimeIsAskedToWaitAndOthersAreNot() throws Exception {
    for (int i = 0; i < RequestExecutor.REQUESTS_OF_HOST.atOnce(); i++) {
      assertThat(code("/", "10.0.0.1")).isNotEqualTo(WebResponse.UNAVAILABLE);
      readAll();
    }
    assertThat(code("/", "10.0.0.1")).isEqualTo(WebResponse.TOO_MUCH);
    readAll();
    assertThat(code("/", "10.0.0.2")).isEqualTo(WebResponse.OK);
  }
}
