package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.lull.coordinator.config.StartException;
import io.lull.coordinator.config.WebOptions;
import io.lull.coordinator.enrolment.Authority;
import io.lull.coordinator.metrics.MemberStage;
import io.lull.coordinator.web.Browser;
import io.lull.coordinator.web.StatusPage;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AuditRequest;
import io.lull.protocol.wire.FileRequest;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.LinkRequest;
import io.lull.protocol.wire.LinkView;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.PageAuthorityRequest;
import io.lull.protocol.wire.RevocationView;
import io.lull.protocol.wire.RevokeRequest;
import io.lull.protocol.wire.WebGrpc;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a whole coordinator: who is let in, and what each of them is told. */
class StatusPageTest {
  @TempDir private Path folder;
  private Rig rig;
  private Identity admin;
  private Identity ada;
  private Browser browser;

  @BeforeEach
  void start() throws Exception {
    rig = Rig.withPage(folder);
    admin = rig.administrator();
    ada = rig.enrol(rig.token(admin, "user"), "ada").identity();
    browser = browser(null);
  }

  @AfterEach
  void stop() {
    browser.close();
    rig.close();
  }

  private Browser browser(@Nullable Identity shown) throws Exception {
    return Browser.of(rig.page().address(), authority(), shown);
  }

  /** Which people have their browsers trust. */
  private X509Certificate authority() throws Exception {
    return Identity.certificate(
        WebGrpc.newBlockingStub(rig.channel(ada))
            .getPageAuthority(PageAuthorityRequest.getDefaultInstance())
            .getCertificateDer()
            .toByteArray());
  }

  private LinkView link(Identity asker, String person) {
    return WebGrpc.newBlockingStub(rig.channel(asker))
        .makeLink(LinkRequest.newBuilder().setPerson(person).build());
  }

  private HttpResponse<String> signIn(Browser with, LinkView link) throws Exception {
    return with.post("/api/sign-in", link.getTicket());
  }

  private static String field(HttpResponse<String> answer, String name) {
    final Matcher found = Pattern.compile('"' + name + "\":\"?([^\",}]*)").matcher(answer.body());
    return found.find() ? found.group(1) : "";
  }

  @Test
  void aLinkSignsItsBrowserInForOnce() throws Exception {
    assertThat(browser.get("/").body()).contains("<title>Lull</title>");
    final HttpResponse<String> before = browser.get("/api/now");
    assertThat(before.statusCode()).isEqualTo(401);
    assertThat(field(before, "reason")).isEqualTo("unknown");
    final LinkView link = link(ada, "");
    assertThat(link.getPort()).isEqualTo(rig.page().address().port());
    assertThat(link.getFingerprint()).hasSize(64);

    final HttpResponse<String> let = signIn(browser, link);

    assertThat(let.statusCode()).isEqualTo(200);
    assertThat(let.headers().firstValue("Set-Cookie").orElse(""))
        .matches(
            "__Host-lull=[\\w-]{43}; Path=/; Max-Age=43200; Secure; HttpOnly; SameSite=Strict");
    final HttpResponse<String> now = browser.get("/api/now");
    assertThat(now.statusCode()).isEqualTo(200);
    assertThat(now.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(field(now, "person")).isEqualTo("ada");
    assertThat(field(now, "role")).isEqualTo("user");
    try (Browser second = browser(null)) {
      assertThat(field(signIn(second, link), "reason")).isEqualTo("link-over");
      assertThat(second.get("/api/jobs").statusCode()).isEqualTo(401);
    }
    assertThat(browser.post("/api/sign-out", "").statusCode()).isEqualTo(200);
    assertThat(browser.get("/api/now").statusCode()).isEqualTo(401);
  }

  @Test
  void eachIsToldWhatTheirRoleMayKnow() throws Exception {
    rig.enrol(rig.token(admin, "node"), "pc1");
    final FakeAgent agent =
        FakeAgent.connect(
            rig.channel(rig.enrol(rig.token(admin, "node"), "pc2").identity()), "run", List.of());
    agent.awaits("Accepted", AgentOrder::hasAccepted);
    final String job =
        Rig.grid(rig.channel(ada))
            .submit(Rig.JACOBI.toBuilder().setName("a secret").build())
            .getJob();
    signIn(browser, link(ada, ""));
    assertThat(browser.get("/api/jobs").body())
        .contains('"' + job + '"', "a secret", "\"open\":true");
    try (Browser bob = browser(null);
        Browser root = browser(null)) {
      final HttpResponse<String> let = signIn(bob, link(admin, "bob"));
      assertThat(field(let, "person")).isEqualTo("bob");
      final String told = bob.get("/api/jobs").body();
      assertThat(told).contains('"' + job + '"', "\"user\":\"ada\"", "\"open\":false");
      assertThat(told).doesNotContain("a secret", "jacobi", "\"progress\"", "\"reason\"");
      assertThat(field(bob.get("/api/now"), "nodes")).isEqualTo("1");
      signIn(root, link(admin, ""));
      assertThat(root.get("/api/jobs").body()).contains("a secret");
      assertThat(field(root.get("/api/now"), "role")).isEqualTo("admin");
    }
    Rig.grid(rig.channel(ada)).cancel(JobRequest.newBuilder().setJob(job).build());
    assertThat(browser.get("/api/jobs").body()).doesNotContain("a secret");
    assertThat(browser.get("/api/jobs?ended=yes").body()).contains("a secret", "\"cancelled\"");
  }

  @Test
  void thePastIsToldInTheBoundsOfTheGrid() throws Exception {
    signIn(browser, link(ada, ""));
    final long now = SystemClock.INSTANCE.epochMillis();
    final HttpResponse<String> hour =
        browser.get(
            "/api/availability?from=" + (now - 3_600_000) + "&until=" + now + "&bucket=60000");
    assertThat(hour.statusCode()).isEqualTo(200);
    assertThat(hour.body()).contains("\"bucketSeconds\":60.0", "\"available\":");
    assertThat(browser.get("/api/week").body()).contains("\"byHourOfWeek\":[", "\"zone\":");
    final HttpResponse<String> tooMany =
        browser.get("/api/availability?from=1&until=" + now + "&bucket=1");
    assertThat(tooMany.statusCode()).isEqualTo(400);
    assertThat(tooMany.body()).contains("buckets");
    assertThat(browser.get("/api/availability?from=x&until=1&bucket=1").statusCode())
        .isEqualTo(400);
    assertThat(browser.get("/api/else").statusCode()).isEqualTo(404);
  }

  @Test
  void nothingElseIsDoneAndNothingForAnotherSite() throws Exception {
    final LinkView link = link(ada, "");
    final HttpResponse<String> foreign =
        browser.post("/api/sign-in", link.getTicket(), "Origin", "https://evil.example");
    assertThat(foreign.statusCode()).isEqualTo(403);
    assertThat(
            browser
                .post("/api/sign-in", link.getTicket(), "Sec-Fetch-Site", "cross-site")
                .statusCode())
        .isEqualTo(403);
    assertThat(browser.get("/api/sign-in").statusCode()).isEqualTo(405);
    assertThat(browser.ask("DELETE", "/").statusCode()).isEqualTo(405);
    assertThat(
            browser
                .post("/api/sign-in", link.getTicket(), "Origin", "https://" + rig.page().address())
                .statusCode())
        .isEqualTo(200);
    assertThat(browser.post("/api/jobs", "").statusCode()).isEqualTo(405);
  }

  /** Who trusts the page's authority does not trust the grid's, and the other way round. */
  @Test
  void thePageHasAnAuthorityOfItsOwn() throws Exception {
    assertThat(authority()).isNotEqualTo(admin.authority());
    try (Browser ofTheGrid = Browser.of(rig.page().address(), admin.authority(), null)) {
      assertThatThrownBy(() -> ofTheGrid.get("/")).isInstanceOf(SSLHandshakeException.class);
    }
    final Identity pages = rig.page().place().own().orElseThrow();
    Rig.assertRefused(
        Status.Code.UNAVAILABLE,
        () ->
            Rig.reads(
                rig.channel(new Identity(pages.key(), pages.certificate(), admin.authority())),
                FileRequest.getDefaultInstance()));
    final Identity node = rig.enrol(rig.token(admin, "node"), "pc1").identity();
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> {
          final var _ =
              WebGrpc.newBlockingStub(rig.channel(node))
                  .getPageAuthority(PageAuthorityRequest.getDefaultInstance());
        });
  }

  @Test
  void aCertificateOfAPersonIsEnoughAndThatOfANodeIsNot() throws Exception {
    final Identity node = rig.enrol(rig.token(admin, "node"), "pc1").identity();
    try (Browser hers = browser(ada);
        Browser of = browser(node)) {
      assertThat(field(hers.get("/api/now"), "person")).isEqualTo("ada");
      assertThat(of.get("/api/now").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void whoIsRevokedIsSignedOutAtOnce() throws Exception {
    signIn(browser, link(ada, ""));
    final LinkView unused = link(ada, "");
    try (Browser carol = browser(null);
        Browser hers = browser(ada)) {
      signIn(carol, link(admin, "carol"));
      assertThat(hers.get("/api/now").statusCode()).isEqualTo(200);

      final var _ = revoke("ada");
      assertThat(revoke("carol").getRole()).isEqualTo("user");

      final HttpResponse<String> after = browser.get("/api/now");
      assertThat(after.statusCode()).isEqualTo(401);
      assertThat(field(after, "reason")).isEqualTo("revoked");
      assertThat(after.body()).contains("ada was revoked by root");
      assertThat(hers.get("/api/now").statusCode()).isEqualTo(401);
      assertThat(carol.get("/api/now").statusCode()).isEqualTo(401);
      assertThat(field(signIn(carol, unused), "reason")).isEqualTo("link-over");
    }
    assertThatThrownBy(() -> revoke("carol")).hasMessageContaining("no node or user named 'carol'");
  }

  private RevocationView revoke(String name) {
    return Rig.grid(rig.channel(admin)).revoke(RevokeRequest.newBuilder().setName(name).build());
  }

  @Test
  void whatWasDoneIsInTheAuditLog() throws Exception {
    signIn(browser, link(admin, "carol"));
    Rig.assertRefused(Status.Code.PERMISSION_DENIED, () -> link(ada, "carol"));
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> {
          try {
            final var _ = link(rig.enrol(rig.token(admin, "node"), "pc1").identity(), "");
          } catch (EnrolmentException e) {
            throw new AssertionError(e);
          }
        });
    assertThat(
            Rig.grid(rig.channel(admin))
                .getAudit(AuditRequest.newBuilder().setSinceMillis(60_000).build())
                .getEntriesList())
        .extracting(each -> each.getWho() + " " + each.getAction() + " " + each.getOutcome())
        .contains(
            "root make-link done",
            "carol sign-in done",
            "ada make-link refused",
            "pc1 call refused");
  }

  /** Nothing comes, and no end either. */
  private static boolean isHeld(Socket stranger) {
    try {
      stranger.setSoTimeout(1);
      return stranger.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void strangersHinderNobody() throws Exception {
    signIn(browser, link(ada, ""));
    final List<Socket> strangers = new ArrayList<>();
    try {
      for (int host = 2; host < 12; host++) {
        for (int i = 0; i < 40; i++) {
          strangers.add(browser.plain("127.0.0." + host));
        }
      }
      assertThat(
              Rig.grid(rig.channel(ada))
                  .listNodes(ListNodesRequest.getDefaultInstance())
                  .getNodesCount())
          .isZero();
      assertThat(browser.get("/api/now").statusCode()).isEqualTo(200);
      assertThat(strangers)
          .as("others are answered while these are still there, not when they were cut off")
          .anyMatch(StatusPageTest::isHeld);
    } finally {
      for (final Socket stranger : strangers) {
        stranger.close();
      }
    }
  }

  @Test
  void whoeverDoesNotLeadSaysWhoDoesAndWhoLeadsAgainKnowsNobody() throws Exception {
    signIn(browser, link(ada, ""));
    rig.stop();
    final HttpResponse<String> starting = browser.get("/api/now");
    assertThat(starting.statusCode()).isEqualTo(503);
    assertThat(starting.headers().firstValue("Retry-After")).isPresent();
    assertThat(field(starting, "reason")).isEqualTo("starting");
    rig.shown().turnTo(new MemberStage.StandingBy("grid2, process 7"));
    assertThat(browser.get("/").statusCode()).isEqualTo(200);
    final HttpResponse<String> standing = browser.get("/api/now");
    assertThat(field(standing, "reason")).isEqualTo("standing-by");
    assertThat(field(standing, "line")).contains("grid2");

    rig.lead();

    assertThat(field(browser.get("/api/now"), "reason")).isEqualTo("unknown");
    signIn(browser, link(ada, ""));
    assertThat(browser.get("/api/now").statusCode()).isEqualTo(200);
  }

  @Test
  void withoutAPageThereAreNoLinks() throws Exception {
    final Path other = Files.createDirectory(folder.resolve("other"));
    try (Rig without = new Rig(other)) {
      final Identity root = without.administrator();
      assertThatThrownBy(() ->
              WebGrpc.newBlockingStub(without.channel(root))
                  .makeLink(LinkRequest.getDefaultInstance()))
          .hasMessageContaining("FAILED_PRECONDITION")
          .hasMessageContaining("start it with --web HOST:PORT");
    }
  }

  @Test
  void whatCannotBeShownIsSaidInOneLine() throws Exception {
    assertThatThrownBy(() -> page(rig.page().address(), null, null))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("the web page cannot be served at ")
        .hasMessageContaining("Give another --web HOST:PORT");
    final Path nothing = folder.resolve("nothing.pem");
    assertThatThrownBy(() -> page(Rig.ANY_PORT, nothing, nothing))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("there is no file " + nothing)
        .hasMessageContaining("--web-certificate and --web-key");
  }

  @Test
  void showsTheOfficesCertificateWhereThereIsOneAndKnowsTheGridsAllTheSame() throws Exception {
    final Path own = Files.createDirectory(folder.resolve("office"));
    final Authority office =
        Authority.open(own.resolve("authority"), SystemClock.INSTANCE, new SecureRandom());
    office.coordinator(List.of("127.0.0.1")).store(own);
    try (StatusPage page =
            page(Rig.ANY_PORT, own.resolve("certificate.pem"), own.resolve("key.pem"));
        Browser early = Browser.of(page.address(), office.certificate(), null)) {
      assertThat(early.get("/").statusCode()).isEqualTo(200);
      assertThat(page.place().own()).isEmpty();
      page.knows(
          Authority.open(
              folder.resolve("data/authority"), SystemClock.INSTANCE, new SecureRandom()));
      try (Browser hers = Browser.of(page.address(), office.certificate(), ada)) {
        assertThat(hers.get("/api/now").statusCode()).isEqualTo(503);
      }
    }
  }

  private StatusPage page(HostPort listen, @Nullable Path certificate, @Nullable Path key)
      throws StartException {
    return StatusPage.open(
        new WebOptions(listen, certificate, key), rig.shown(), SystemClock.INSTANCE);
  }
}
