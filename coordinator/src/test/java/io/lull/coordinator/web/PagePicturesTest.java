package io.lull.coordinator.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import io.lull.coordinator.access.CallerPolicy;
import io.lull.coordinator.access.GrpcServer;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.audit.InMemoryTrail;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.enrolment.Authority;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.LiveIdentity;
import io.lull.testkit.browser.Chromium;
import io.lull.testkit.time.Eventually;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pictures of the page, light and dark, on a desk and on a telephone, in {@code docs/images/web}:
 * to be looked at. Nothing of it may be wider than its window.
 */
@Tag("long")
class PagePicturesTest {
  private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Path PICTURES = Path.of("..", "docs", "images", "web");
  private static final int DESK = 1120;
  private static final int TELEPHONE = 390;
  private static final ZoneId ZONE = ZoneId.systemDefault();
  private static final long NOW_MILLIS =
      ZonedDateTime.of(2026, 11, 12, 19, 40, 20, 0, ZONE).toInstant().toEpochMilli();
  private static final Caller ADA =
      new Caller("ada", Role.USER, ByteString.copyFromUtf8("key"), "127.0.0.1");

  @TempDir private Path folder;
  private final VirtualClock clock = new VirtualClock(NOW_MILLIS);
  private final AuditLog audit = new AuditLog(new InMemoryTrail(), clock);
  private SignIns signIns;
  private GrpcServer grid;
  private HttpsServer door;
  private Authority authority;
  private AutoCloseable leading;

  @BeforeEach
  void open() throws Exception {
    assumeTrue(Chromium.unavailable().isEmpty(), () -> Chromium.unavailable().orElse(""));
    audit.start();
    // Certificates are held against the browser's own clock.
    authority =
        Authority.open(folder.resolve("authority"), SystemClock.INSTANCE, new SecureRandom());
    final LiveIdentity identity = new LiveIdentity(authority.coordinator(List.of("127.0.0.1")));
    signIns =
        new SignIns(_ -> Optional.empty(), CallerPolicy.NONE, audit, clock, new SecureRandom());
    grid =
        GrpcServer.open(
            ANY_PORT,
            identity,
            List.of(new GridFixture(NOW_MILLIS, ZONE)),
            CallerPolicy.NONE,
            clock);
    final StatusSite site = new StatusSite(() -> "grid2.example.org, process 7");
    leading = site.leads(signIns, grid.within(), clock, ZONE);
    door = HttpsServer.open(ANY_PORT, site, SystemClock.INSTANCE);
    door.certify(new TlsIdentity.Own(identity, authority.certificate()));
    Files.createDirectories(PICTURES);
  }

  @AfterEach
  void close() {
    if (door != null) {
      door.close();
      grid.close();
    }
    audit.close();
  }

  private String address() {
    return "https://" + door.address() + "/";
  }

  private Chromium browser(String language) throws IOException {
    return Chromium.open(
        Files.createDirectory(folder.resolve("browser-" + language)),
        authority.certificate(),
        language);
  }

  private void comeIn(Chromium browser) {
    browser.go(address() + "#ticket=" + signIns.link(ADA, "").ticket());
    Eventually.await(
        "the page shows the office",
        PATIENCE,
        () -> browser.text("#jobs").contains("thumbnails") && !browser.text("#week").isEmpty());
    browser.click("#spans label:nth-child(3)");
    Eventually.await(
        "the chart shows a week",
        PATIENCE,
        () -> browser.run("return document.querySelectorAll('#chart path').length").asInt() == 4);
  }

  private static int overflow(Chromium browser) {
    return browser
        .run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        .asInt();
  }

  private static void picture(Chromium browser, String name, int width) throws IOException {
    for (final boolean dark : new boolean[] {false, true}) {
      browser.dark(dark);
      browser.size(width, 640);
      final int height = browser.run("return document.documentElement.scrollHeight").asInt();
      browser.size(width, height);
      assertThat(overflow(browser)).as(name + " is wider than its window by").isZero();
      Files.write(PICTURES.resolve(name + (dark ? "-dark" : "") + ".png"), browser.picture());
    }
    browser.dark(false);
  }

  @Test
  void picturesOfThePage() throws Exception {
    try (Chromium browser = browser("en-US")) {
      browser.size(DESK, 640);
      browser.go(address());
      Eventually.await(
          "it says how to sign in",
          PATIENCE,
          () -> browser.text("#outside").contains("You aren't signed in"));
      picture(browser, "outside", DESK);
      comeIn(browser);
      assertThat(browser.text("#inside")).as("one clock, of 24 hours").doesNotContain(" AM", " PM");
      assertThat(browser.text("#jobs"))
          .contains(
              "66%, iteration 1,310 of 2,000",
              "running for 1 h 1 min, about 30 min to 35 min left");
      picture(browser, "page", DESK);
      picture(browser, "telephone", TELEPHONE);
      browser.size(DESK, 640);
      assertThat(browser.console())
          .as("but for the refusal before the link")
          .allSatisfy(each -> assertThat(each.text()).contains("status of 401"));
      leading.close();
      Eventually.await(
          "it says that what it shows is old",
          PATIENCE,
          () -> browser.text("#banner").contains("Last updated at"));
      picture(browser, "stale", DESK);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"de", "fr"})
  void otherLanguagesFitTheirWindowsToo(String language) throws Exception {
    try (Chromium browser = browser(language)) {
      comeIn(browser);
      for (final int width : new int[] {DESK, TELEPHONE, 320}) {
        browser.size(width, 800);
        assertThat(overflow(browser)).as("at %d", width).isZero();
      }
      assertThat(browser.run("return document.documentElement.lang").asText()).isEqualTo(language);
      assertThat(browser.console()).isEmpty();
    }
  }
}
