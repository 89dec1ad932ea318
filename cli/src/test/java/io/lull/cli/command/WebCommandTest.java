package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grpc.Status;
import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the page for browsers is opened. */
class WebCommandTest {
  @TempDir private Path folder;
  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("web");
    terminal = new Terminal(grid, folder);
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  @Test
  void printsTheLinkAndNothingElseOnStandardOutput() {
    terminal.type("web --print");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.out()).matches("https://[\\w.]+:7402/#ticket=a-secret\n");
    assertThat(terminal.err())
        .contains("works once, until 1970-01-01 00:02:01, and signs in ann.")
        .contains("SHA-256 fingerprint 0A:1B:FF, or have it trust")
        .doesNotContain("a-secret");
  }

  @Test
  void aLinkForSomebodyElseIsPrinted() throws IOException {
    assertThat(terminal.type("web --for carol").out()).contains("#ticket=a-secret");
    assertThat(terminal.err()).contains("signs in carol.");
    terminal.type("web --for carol --json");
    final JsonNode document = new ObjectMapper().readTree(terminal.out());
    assertThat(document.get("person").textValue()).isEqualTo("carol");
    assertThat(document.get("url").textValue()).endsWith("/#ticket=a-secret");
    assertThat(document.get("expiresAt").textValue()).isEqualTo("1970-01-01T00:02:01Z");
    assertThat(document.get("certificateSha256").textValue()).isEqualTo("0a1bff");
  }

  @Test
  void thePagesAuthorityIsWrittenToANewFile() throws Exception {
    final Path file = folder.resolve("page.pem");
    terminal.type("web --authority " + file);
    assertThat(terminal.code()).isZero();
    assertThat(terminal.out()).isEqualTo(file + "\n");
    try (InputStream in = Files.newInputStream(file)) {
      final X509Certificate written =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      assertThat(written.getSubjectX500Principal().getName()).isEqualTo("CN=Lull page of test");
    }
    terminal.type("web --authority " + file);
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err())
        .isEqualTo(
            "lull: --authority: " + file + " already exists: choose another file, or move it\n");
    terminal.type("web --authority " + folder.resolve("none/page.pem"));
    assertThat(terminal.code()).isEqualTo(2);
    terminal.type("web --authority " + folder.resolve("other.pem") + " --print");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(folder.resolve("other.pem")).doesNotExist();
  }

  @Test
  void saysWhereThereIsNoPageAndWhoMayNot() {
    grid.failure =
        Status.FAILED_PRECONDITION.withDescription(
            "the coordinator has no web page: start it with --web HOST:PORT");
    terminal.type("web --print");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).startsWith("lull: the coordinator has no web page");
    grid.failure = Status.PERMISSION_DENIED.withDescription("only administrators can create links");
    terminal.type("web --for carol");
    assertThat(terminal.code()).isEqualTo(4);
    terminal.type("web --for <carol>");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err().lines()).hasSize(1);
  }

  @Test
  void theBrowserIsGivenAFileThatLeadsOn() {
    final Path file = Path.of("/home/ann/.config/lull/web.html");
    assertThat(Browser.command("Linux", file)).containsExactly("xdg-open", file.toString());
    assertThat(Browser.command("Mac OS X", file)).containsExactly("open", file.toString());
    assertThat(Browser.command("Windows 11", file).getFirst()).isEqualTo("rundll32");
    assertThat(Browser.page("https://grid:7402/#ticket=a-\"secret\"&"))
        .contains("url=https://grid:7402/#ticket=a-&quot;secret&quot;&amp;\"")
        .startsWith("<!doctype html>");
  }
}
