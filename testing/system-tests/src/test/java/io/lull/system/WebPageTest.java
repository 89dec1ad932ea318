package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.browser.Chromium;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** People who look at a grid in a browser. */
@Tag("system")
class WebPageTest {
  private static final Duration SOON = TestGrid.SOON;
  private static final double SECONDS_AN_HOUR = 3600;
  private static final List<String> USES = List.of("running", "available", "owner", "offline");

  /** What changes while one and then the other is asked. */
  private static final double MOST_BETWEEN_SECONDS = 10;

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @TempDir Path folder = Path.of("");
  private String page = "";

  @Test
  void aLinkOpensThePageWhichFollowsTheGridAndOpensNobodyElsesJobs() throws IOException {
    assumeTrue(Chromium.unavailable().isEmpty(), () -> Chromium.unavailable().orElse(""));
    leftovers.watch(folder);
    try (TestGrid grid = new TestGrid(folder, Place.HERE)) {
      page =
          grid.startCoordinator("--web", "127.0.0.1:0")
              .awaitLine("web page on https://\\S+", SOON)
              .replaceFirst(".*(https://\\S+).*", "$1/");
      grid.loginAsFirstAdmin();
      final Path bob = folder.resolve("bob");
      grid.login(bob, grid.token("user"), "bob").good();
      final String away = "script:" + Files.writeString(folder.resolve("away"), "0 mains\n");
      grid.startAgent("pc1", Place.HERE, Map.of(), away);
      final Path authority = folder.resolve("page.pem");
      grid.ask(grid.home(), "web", "--authority", authority.toString()).good();
      try (Chromium browser =
          Chromium.open(
              Files.createDirectory(folder.resolve("browser")), certificate(authority), "en-GB")) {
        comesInByALink(grid, browser);
        seesAJobComeAndGo(grid, browser);
        readsTheSameAsTheCommands(grid, browser);
        assertQuiet(browser);
        seesOfAnothersJobThatItIsThere(grid, browser, bob);
        isSignedOutWhenRevoked(grid, browser);
      }
    }
  }

  private static X509Certificate certificate(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    } catch (CertificateException e) {
      throw new IOException(file + " is no certificate", e);
    }
  }

  private static String link(TestGrid grid, Path home) {
    return grid.ask(home, "web", "--json").good().json().path("url").asText();
  }

  private static void awaitText(Chromium browser, String selector, String text) {
    Eventually.await(
        selector + " shows '" + text + "'",
        TestGrid.AS_A_GUEST,
        () -> browser.text(selector).contains(text));
  }

  /** As {@code lull web} does it, but for the desktop's own opener. */
  private void comesInByALink(TestGrid grid, Chromium browser) throws IOException {
    final Path desktop = Files.createDirectory(folder.resolve("desktop"));
    final Path opened = folder.resolve("opened");
    final Path opener = desktop.resolve("xdg-open");
    Files.writeString(opener, "#!/bin/sh\necho \"$*\" >" + opened + "\n");
    assertThat(opener.toFile().setExecutable(true)).isTrue();
    final String path = desktop + ":" + System.getenv("PATH");
    Lull.run(
            Place.HERE,
            Map.of("LULL_HOME", grid.home().toString(), "PATH", path),
            Lull.COMMAND,
            "web")
        .good();
    final Path file = Path.of(Files.readString(opened).strip());
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    assertThat(Files.readString(file)).contains(page + "#ticket=");
    browser.go(file.toUri().toString());
    awaitText(browser, "#headline", "1 of 1 machines are idle, 0 are running jobs");
    assertThat(browser.run("return location.href").asText()).isEqualTo(page);
    assertThat(browser.text("#person")).isEqualTo("admin, administrator");
    // Jobs are asked for by themselves.
    awaitText(browser, "#jobs-none", "No job is waiting or running.");
    assertThat(browser.requests()).first().isEqualTo(file.toUri().toString());
    // Whoever reloads the page is still in, and it is the same page until the end of the test.
    browser.go(page);
    awaitText(browser, "#headline", "1 of 1 machines");
    browser.run("window.unloaded = false; return true");
  }

  private static void seesAJobComeAndGo(TestGrid grid, Chromium browser) {
    final String job = grid.submitJacobi(61, 250, "20ms", "1:1", "--name", "plate");
    awaitText(browser, "#jobs", "plate");
    awaitText(browser, "#jobs", "Running");
    awaitText(browser, "#headline", "0 of 1 machines are idle, 1 are running jobs");
    assertThat(browser.text("#jobs")).contains(job + " · jacobi · admin", "1 of 1");
    awaitText(browser, "#jobs-none", "No job is waiting or running.");
    browser.click("#which label:last-child");
    awaitText(browser, "#jobs", "Finished");
    assertThat(browser.text("#jobs")).contains("plate", "100%");
    assertThat(browser.run("return window.unloaded").asText("gone")).isEqualTo("false");
  }

  /** Node-seconds of each use in the last hour, as the table says and as the command does. */
  private static void readsTheSameAsTheCommands(TestGrid grid, Chromium browser) {
    awaitText(browser, "#headline", "1 of 1 machines are idle, 0 are running jobs");
    final JsonNode nodes = grid.ask("nodes", "--json").good().json();
    assertThat(browser.text("#now-available")).isEqualTo("1");
    assertThat(nodes)
        .hasSize(1)
        .first()
        .extracting(each -> each.path("state").asText())
        .isEqualTo("available");
    browser.click("#spans label:first-child");
    browser.click("#as-table summary");
    Eventually.await(
        "the table is there", SOON, () -> browser.run("return past.rows.length").asInt() > 1);
    final JsonNode told =
        grid.ask("availability", "--since", "1h", "--bucket", "1h", "--json").good().json();
    for (int i = 0; i < USES.size(); i++) {
      final double seconds =
          browser
              .run(
                  "return [...document.querySelectorAll('#past tbody tr')].reduce((sum, row) => sum"
                      + " + Number(row.cells["
                      + (i + 1)
                      + "].dataset.exactly) * row.dataset.seconds, 0)")
              .asDouble();
      assertThat(seconds)
          .as(USES.get(i))
          .isEqualTo(
              told.path("buckets").path(0).path(USES.get(i)).asDouble() * SECONDS_AN_HOUR,
              Offset.offset(MOST_BETWEEN_SECONDS));
    }
  }

  /** Nothing went wrong, nothing was asked of anybody else. */
  private void assertQuiet(Chromium browser) {
    assertThat(browser.console()).isEmpty();
    assertThat(browser.requests())
        .isNotEmpty()
        .allSatisfy(url -> assertThat(url).startsWith(page).doesNotContain("ticket"));
  }

  private static void seesOfAnothersJobThatItIsThere(TestGrid grid, Chromium browser, Path bob) {
    final String link = link(grid, bob);
    browser.go(link);
    awaitText(browser, "#person", "bob");
    browser.click("#which label:last-child");
    awaitText(browser, "#jobs", "Job by admin");
    assertThat(browser.run("return document.documentElement.outerHTML").asText())
        .contains("J1")
        .doesNotContain("plate")
        .doesNotContain("jacobi");
    browser.click("#sign-out");
    awaitText(browser, "#outside-why", "You have signed out.");
    browser.run("location.hash = " + '"' + link.substring(link.indexOf('#')) + '"');
    awaitText(browser, "#outside-why", "This link no longer works: it was used");
  }

  private static void isSignedOutWhenRevoked(TestGrid grid, Chromium browser) {
    browser.go("about:blank");
    browser.go(grid.ask("web", "--for", "carol", "--print").good().output().strip());
    awaitText(browser, "#person", "carol");
    grid.ask("revoke", "carol").good();
    final long begun = System.nanoTime();
    awaitText(browser, "#outside", "You aren't signed in");
    System.out.printf(
        "figure: signed out %d ms after the name was revoked%n",
        Duration.ofNanos(System.nanoTime() - begun).toMillis());
    assertThat(browser.text("#inside")).isEmpty();
    assertThat(browser.console())
        .as("refusals that were meant, and nothing else")
        .allSatisfy(each -> assertThat(each.text()).contains("status of 401"));
  }
}
