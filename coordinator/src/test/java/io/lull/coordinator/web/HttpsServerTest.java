package io.lull.coordinator.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.enrolment.Authority;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.LiveIdentity;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server for browsers bears, and what it does not. */
class HttpsServerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);

  @TempDir private Path folder;
  private volatile WebRequest asked =
      new WebRequest("", "", Map.of(), Map.of(), "", "", Optional.empty());
  private final CountDownLatch gate = new CountDownLatch(1);
  private HttpsServer server;
  private Browser browser;
  private Authority authority;

  @BeforeEach
  void open() throws Exception {
    authority = Authority.open(folder, SystemClock.INSTANCE, new SecureRandom());
    server = HttpsServer.opened(ANY_PORT, this::answer, SystemClock.INSTANCE);
    certify();
    browser = Browser.of(server.address(), authority.certificate(), null);
  }

  private void certify() throws Exception {
    server.certify(
        new TlsIdentity.Own(
            new LiveIdentity(authority.coordinator(List.of("127.0.0.1"))),
            authority.certificate()));
  }

  @AfterEach
  void close() {
    gate.countDown();
    browser.close();
    server.close();
  }

  private WebResponse answer(WebRequest request) {
    asked = request;
    return switch (request.path()) {
      case "/fails" -> throw new IllegalStateException("planted");
      case "/waits" -> {
        try {
          assertThat(gate.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        yield WebResponse.text(WebResponse.OK, "waited");
      }
      default -> WebResponse.text(WebResponse.OK, "hello");
    };
  }

  private static String line(String answer) {
    return answer.lines().findFirst().orElse("nothing");
  }

  @Test
  void tellsTheSiteWhatABrowserAsks() throws Exception {
    final HttpResponse<String> answer = browser.get("/api/x?from=1&to=%41&from=2", "X-Word", "yes");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("hello\n");
    final WebRequest request = asked;
    assertThat(request.path()).isEqualTo("/api/x");
    assertThat(request.parameters()).containsEntry("from", "1").containsEntry("to", "A");
    assertThat(request.header("x-word")).isEqualTo("yes");
    assertThat(request.host()).isEqualTo("127.0.0.1");
    assertThat(request.certificate()).isEmpty();
    browser.post("/x", "a body");
    assertThat(asked.body()).isEqualTo("a body");
  }

  @Test
  void letsNothingElseIntoThePageAndIsFramedByNobody() throws Exception {
    final HttpResponse<String> answer = browser.get("/");
    assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
        .startsWith("default-src 'none'; script-src 'self'; style-src 'self'")
        .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'")
        .doesNotContain("unsafe");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
    assertThat(browser.ask("HEAD", "/").body()).isEmpty();
  }

  @Test
  void refusesWhatIsTooLongOrNoRequest() throws Exception {
    assertThat(line(browser.says("GET /" + "a".repeat(4000) + " HTTP/1.1\r\nHost: x\r\n\r\n")))
        .isEqualTo("HTTP/1.1 414 Request-URI Too Long");
    assertThat(
            line(browser.says("GET / HTTP/1.1\r\nHost: x\r\nA: " + "b".repeat(9000) + "\r\n\r\n")))
        .isEqualTo("HTTP/1.1 431 Request Header Fields Too Large");
    assertThat(
            line(
                browser.says(
                    "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n"
                        + "c".repeat(5000))))
        .isEqualTo("HTTP/1.1 413 Request Entity Too Large");
    assertThat(line(browser.says("nonsense\r\n\r\n"))).startsWith("HTTP/1.1 400");
    assertThat(
            line(
                browser.says(
                    String.join(
                        "\r\n",
                        "POST / HTTP/1.1",
                        "Host: x",
                        "Content-Length: 1",
                        "Transfer-Encoding: chunked",
                        "",
                        "0",
                        "",
                        ""))))
        .doesNotStartWith("HTTP/1.1 500");
    assertThat(browser.get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void whoSpeaksNoTlsIsToldNothing() throws Exception {
    try (Socket plain = browser.plain("127.0.0.1")) {
      plain
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      final byte[] said = plain.getInputStream().readAllBytes();
      assertThat(new String(said, StandardCharsets.ISO_8859_1)).doesNotContain("HTTP");
    }
  }

  @Test
  void whatFailsIsAnsweredWithoutItsReason() throws Exception {
    final HttpResponse<String> answer = browser.get("/fails");
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).contains("see the coordinator's log").doesNotContain("planted");
    assertThat(browser.get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void strangersWhoStayGiveWayToThoseWhoCome() throws Exception {
    final List<Socket> strangers = new ArrayList<>();
    try {
      for (int i = 0; i <= BrowserConnections.MAX_STRANGERS_OF_HOST; i++) {
        strangers.add(browser.plain("127.0.0.2"));
      }
      assertThat(strangers.getFirst().getInputStream().read()).isEqualTo(-1);
      assertThat(browser.get("/").statusCode()).isEqualTo(200);
      Eventually.await(
          "no more of them are there than may be",
          PATIENCE,
          () -> server.browsers().strangers() <= BrowserConnections.MAX_STRANGERS_OF_HOST + 1);
    } finally {
      for (final Socket stranger : strangers) {
        stranger.close();
      }
    }
    Eventually.await(
        "only the browser is connected", PATIENCE, () -> server.browsers().strangers() <= 1);
  }

  @Test
  void untilItHasACertificateNobodyIsServed() throws Exception {
    try (HttpsServer early = HttpsServer.opened(ANY_PORT, this::answer, SystemClock.INSTANCE);
        Browser eager = Browser.of(early.address(), authority.certificate(), null)) {
      assertThatThrownBy(() -> eager.get("/")).isInstanceOf(IOException.class);
    }
  }

  @Test
  void anAddressThatIsTakenIsSaid() {
    assertThatThrownBy(
            () -> HttpsServer.opened(server.address(), this::answer, SystemClock.INSTANCE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in use");
    assertThatThrownBy(() ->
            HttpsServer.opened(
                new HostPort("no-such-host.invalid", 0), this::answer, SystemClock.INSTANCE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'no-such-host.invalid' is unknown");
  }
}
