package io.lull.testkit.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Chromium without a window, driven over WebDriver (the W3C's protocol, by chromedriver). All that
 * it writes is in one folder; it reaches nothing but this machine.
 */
public final class Chromium implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What the launcher of the distribution starts; it needs none of what that adds. */
  private static final Path PROGRAM = Path.of("/usr/lib/chromium/chromium");

  private final RunningProgram driver;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final String address;
  private String session = "";

  private Chromium(RunningProgram driver, String address) {
    this.driver = driver;
    this.address = address;
  }

  /**
   * One entry of a log.
   *
   * @param text as the browser puts it
   */
  public record Entry(String level, String text) {}

  /** Why there can be none here; empty: there can. */
  public static Optional<String> unavailable() {
    return Tools.missing("chromium", "chromedriver");
  }

  /**
   * @param folder empty, for all that it keeps
   * @param known who signed what servers show, besides those whom browsers know
   * @param language that it asks for
   */
  public static Chromium open(Path folder, X509Certificate known, String language) {
    final RunningProgram driver =
        RunningProgram.named("chromedriver")
            .command(List.of("chromedriver", "--port=0"))
            .environment("HOME", folder.toString())
            .environment("XDG_CONFIG_HOME", folder.resolve("config").toString())
            .environment("XDG_CACHE_HOME", folder.resolve("cache").toString())
            .environment("TMPDIR", folder.toString())
            .withoutEnvironment("DISPLAY")
            .withoutEnvironment("WAYLAND_DISPLAY")
            .toleratingAnyLog()
            .start();
    try {
      final String port =
          driver
              .awaitLine("started successfully on port \\d+", START)
              .replaceFirst(".*on port (\\d+).*", "$1");
      final Chromium browser = new Chromium(driver, "http://127.0.0.1:" + port);
      browser.begin(folder, known, language);
      return browser;
    } catch (RuntimeException | Error e) {
      driver.close();
      throw e;
    }
  }

  private void begin(Path folder, X509Certificate known, String language) {
    final ObjectNode wanted = JSON.createObjectNode();
    final ObjectNode always = wanted.putObject("capabilities").putObject("alwaysMatch");
    always.put("browserName", "chrome");
    always.putObject("goog:loggingPrefs").put("browser", "ALL").put("performance", "ALL");
    final ObjectNode options = always.putObject("goog:chromeOptions");
    if (Files.isExecutable(PROGRAM)) {
      options.put("binary", PROGRAM.toString());
    }
    options.putObject("prefs").put("intl.accept_languages", language);
    final ArrayNode arguments = options.putArray("args");
    List.of(
            "--headless=new",
            // Its own walls need more than a container's root may do.
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-breakpad",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--hide-scrollbars",
            "--force-color-profile=srgb",
            "--window-size=1180,900",
            "--lang=" + language,
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            "--ignore-certificate-errors-spki-list=" + fingerprint(known),
            "--user-data-dir=" + folder.resolve("profile"))
        .forEach(arguments::add);
    session = "/session/" + call("POST", "/session", wanted).path("sessionId").asText();
    // What the browser shows by itself at its start is nobody's page.
    go("about:blank");
    final var _ = log("performance");
    final var _ = log("browser");
  }

  private static String fingerprint(X509Certificate certificate) {
    try {
      return Base64.getEncoder()
          .encodeToString(
              MessageDigest.getInstance("SHA-256").digest(certificate.getPublicKey().getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** Goes to an address, as when somebody types it. */
  public void go(String url) {
    command("/url", JSON.createObjectNode().put("url", url));
  }

  /** What a script returns, which runs as a function in the page. */
  public JsonNode run(String script) {
    final ObjectNode body = JSON.createObjectNode().put("script", script);
    body.putArray("args");
    return command("/execute/sync", body);
  }

  /** What the element shows; empty: it is not there, or not to be seen. */
  public String text(String selector) {
    return run("const e = document.querySelector("
            + quoted(selector)
            + "); return e && e.checkVisibility() ? e.innerText : '';")
        .asText();
  }

  /** As somebody with a pointer does. */
  public void click(String selector) {
    final JsonNode found =
        command(
            "/element",
            JSON.createObjectNode().put("using", "css selector").put("value", selector));
    command("/element/" + found.elements().next().asText() + "/click", JSON.createObjectNode());
  }

  /** What was written to the console since it was last asked for. */
  public List<Entry> console() {
    final List<Entry> entries = new ArrayList<>();
    log("browser")
        .forEach(each ->
            entries.add(new Entry(each.path("level").asText(), each.path("message").asText())));
    return entries;
  }

  /** Where to requests of pages have gone since this was last asked for; not the browser's own. */
  public List<String> requests() {
    final List<String> urls = new ArrayList<>();
    for (final JsonNode each : log("performance")) {
      try {
        final JsonNode message = JSON.readTree(each.path("message").asText()).path("message");
        final String url = message.path("params").path("request").path("url").asText();
        if (message.path("method").asText().equals("Network.requestWillBeSent")
            && !url.startsWith("chrome:")) {
          urls.add(url);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return urls;
  }

  private JsonNode log(String type) {
    return command("/se/log", JSON.createObjectNode().put("type", type));
  }

  /** The system's choice, as it were. */
  public void dark(boolean dark) {
    final ObjectNode media = JSON.createObjectNode();
    media
        .putArray("features")
        .addObject()
        .put("name", "prefers-color-scheme")
        .put("value", dark ? "dark" : "light");
    devtools("Emulation.setEmulatedMedia", media);
  }

  /** Of the page, in CSS pixels. */
  public void size(int width, int height) {
    devtools(
        "Emulation.setDeviceMetricsOverride",
        JSON.createObjectNode()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", 1)
            .put("mobile", false));
  }

  /** The page as far as it is in sight, as PNG. */
  public byte[] picture() {
    return Base64.getDecoder().decode(call("GET", session + "/screenshot", null).asText());
  }

  private void devtools(String command, ObjectNode parameters) {
    command(
        "/goog/cdp/execute", JSON.createObjectNode().put("cmd", command).set("params", parameters));
  }

  private JsonNode command(String path, JsonNode body) {
    return call("POST", session + path, body);
  }

  private JsonNode call(
      String method, String path, @org.jspecify.annotations.Nullable JsonNode body) {
    final HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
    try {
      final HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      final JsonNode value = JSON.readTree(answer.body()).path("value");
      if (answer.statusCode() != 200) {
        throw new AssertionError(
            "the browser refuses " + path + ": " + value.path("message").asText());
      }
      return value;
    } catch (IOException e) {
      throw new AssertionError("the browser does not answer" + driver.said(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static String quoted(String text) {
    return JSON.getNodeFactory().textNode(text).toString();
  }

  @Override
  public void close() {
    try {
      if (!session.isEmpty() && driver.alive()) {
        call("DELETE", session, null);
      }
    } finally {
      http.shutdownNow();
      http.close();
      driver.close();
    }
  }
}
