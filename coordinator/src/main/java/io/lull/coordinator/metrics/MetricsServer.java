package io.lull.coordinator.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lull.coordinator.config.StartException;
import io.lull.protocol.architecture.Exempt;
import io.lull.protocol.transport.HostPort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics and health over HTTP, for monitoring and supervisors. It is open to everybody who can
 * reach it: it shows no name of a node, a job or a user, and accepts no input. It runs as long as
 * the process, on standby too.
 */
@Exempt(
    from = Exempt.Rule.ENVIRONMENT,
    because = "the JDK's HTTP server takes its limits from the system's properties alone")
public final class MetricsServer implements AutoCloseable {
  /** Connections at a time; more are closed at once. */
  static final int MAX_CONNECTIONS = 32;

  /** Looks at a time that cost something; more are asked to come back. */
  private static final int MAX_LOOKS = 4;

  private static final int MAX_WAITING_CONNECTIONS = 16;

  /** To say what is wanted, from the first byte to the last. */
  private static final Duration REQUEST_PATIENCE = Duration.ofSeconds(5);

  /** To take the answer. */
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(10);

  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final int MAX_HEADERS = 64;
  private static final int MAX_HEADER_BYTES = 16 << 10;

  private static final String JSON = "application/json";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int FAILED = 500;
  private static final int UNAVAILABLE = 503;
  private static final long NO_BODY = -1;

  private static final Logger LOG = LoggerFactory.getLogger(MetricsServer.class);

  private final HttpServer server;
  private final ExecutorService threads;
  private final CoordinatorMetrics metrics;
  private final Semaphore looks = new Semaphore(MAX_LOOKS);
  private final HostPort address;

  private MetricsServer(
      HttpServer server, ExecutorService threads, CoordinatorMetrics metrics, HostPort address) {
    this.server = server;
    this.threads = threads;
    this.metrics = metrics;
    this.address = address;
  }

  /** An answer, whole. */
  private record Answer(int code, String type, String text) {}

  /**
   * @param listen port 0 lets the system choose
   * @throws StartException when the address cannot be bound
   */
  public static MetricsServer open(HostPort listen, CoordinatorMetrics metrics)
      throws StartException {
    bound();
    final InetSocketAddress socket = new InetSocketAddress(listen.host(), listen.port());
    final HttpServer server;
    try {
      if (socket.isUnresolved()) {
        throw new IOException("the host '" + listen.host() + "' is unknown");
      }
      server = HttpServer.create(socket, MAX_WAITING_CONNECTIONS);
    } catch (IOException e) {
      throw new StartException(
          "metrics cannot be shown at "
              + listen
              + " ("
              + e.getMessage()
              + "): is another program using the port? Give another --metrics HOST:PORT",
          e);
    }
    final ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("lull-metrics-", 0).factory());
    final MetricsServer metricsServer =
        new MetricsServer(
            server, threads, metrics, new HostPort(listen.host(), server.getAddress().getPort()));
    server.setExecutor(threads);
    server.createContext("/", metricsServer::answer);
    server.start();
    return metricsServer;
  }

  /**
   * The server has its limits from the system's properties, and reads them once, before its first
   * start.
   */
  private static void bound() {
    limit("jdk.httpserver.maxConnections", MAX_CONNECTIONS);
    limit("sun.net.httpserver.maxIdleConnections", MAX_CONNECTIONS);
    limit("sun.net.httpserver.maxReqTime", REQUEST_PATIENCE.toSeconds());
    limit("sun.net.httpserver.maxRspTime", ANSWER_PATIENCE.toSeconds());
    limit("sun.net.httpserver.idleInterval", IDLE.toSeconds());
    limit("sun.net.httpserver.maxReqHeaders", MAX_HEADERS);
    limit("sun.net.httpserver.maxReqHeaderSize", MAX_HEADER_BYTES);
  }

  private static void limit(String property, long value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, String.valueOf(value));
    }
  }

  /** Where it listens, with the port that the system chose if it did. */
  public HostPort address() {
    return address;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      final String method = exchange.getRequestMethod();
      final Answer answer;
      if (method.equals("GET") || method.equals("HEAD")) {
        answer = answer(exchange.getRequestURI().getPath());
      } else {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        answer = new Answer(NOT_ALLOWED, TEXT, "only GET and HEAD are allowed\n");
      }
      final byte[] body = answer.text().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", answer.type());
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      if (answer.code() == UNAVAILABLE) {
        exchange.getResponseHeaders().set("Retry-After", "1");
      }
      if (method.equals("HEAD")) {
        exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
        exchange.sendResponseHeaders(answer.code(), NO_BODY);
      } else {
        exchange.sendResponseHeaders(answer.code(), body.length);
        exchange.getResponseBody().write(body);
      }
    }
  }

  private Answer answer(String path) {
    return switch (path) {
      case "/metrics" -> metrics();
      case "/health/live" -> health("live", metrics.live());
      case "/health/ready" -> health("ready", metrics.ready());
      default ->
          new Answer(
              NOT_FOUND, TEXT, "there is /metrics, /health/live and /health/ready, nothing else\n");
    };
  }

  private static Answer health(String question, Health health) {
    return new Answer(health.well() ? OK : UNAVAILABLE, JSON, health.json(question) + "\n");
  }

  private Answer metrics() {
    if (!looks.tryAcquire()) {
      return new Answer(UNAVAILABLE, TEXT, "too many requests at once: try again in a moment\n");
    }
    try {
      final ByteArrayOutputStream out = new ByteArrayOutputStream();
      metrics.write(out);
      return new Answer(OK, CoordinatorMetrics.CONTENT_TYPE, out.toString(StandardCharsets.UTF_8));
    } catch (IOException | RuntimeException e) {
      LOG.error("metrics cannot be shown", e);
      return new Answer(FAILED, TEXT, "the coordinator failed: see its log\n");
    } finally {
      looks.release();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
