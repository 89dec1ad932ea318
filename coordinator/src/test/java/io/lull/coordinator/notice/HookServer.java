package io.lull.coordinator.notice;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a user's web hook leads to: it writes down what it is told, and answers as a test says. */
public final class HookServer implements AutoCloseable {
  /** It takes the request and says nothing. */
  public static final int NEVER = 0;

  private static final long PATIENCE_SECONDS = 30;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile int status = 200;

  /** One request. */
  public record Call(String path, String key, String body) {}

  private HookServer(HttpServer server) {
    this.server = server;
  }

  public static HookServer start() {
    try {
      final HookServer hook =
          new HookServer(
              HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
      hook.server.setExecutor(hook.threads);
      hook.server.createContext(
          "/",
          exchange -> {
            // Before a test hears of the call, and says what the next one is answered.
            final int answer = hook.status;
            final String body =
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            hook.calls.add(
                new Call(
                    exchange.getRequestURI().toString(),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")),
                    body));
            if (answer == NEVER) {
              hook.waitForTheEnd();
            } else {
              exchange.getResponseHeaders().add("Location", hook.url("/elsewhere"));
              exchange.sendResponseHeaders(answer, -1);
            }
            exchange.close();
          });
      hook.server.start();
      return hook;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void waitForTheEnd() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public void answers(int code) {
    status = code;
  }

  public String place() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  public String url(String path) {
    return "http://" + place() + path;
  }

  public Call next() {
    try {
      final Call call = calls.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (call == null) {
        throw new AssertionError("nobody has called");
      }
      return call;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Forgets who has called. */
  public void drain() {
    calls.clear();
  }

  public boolean wasLeftAlone() {
    return calls.isEmpty();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.close();
  }
}
