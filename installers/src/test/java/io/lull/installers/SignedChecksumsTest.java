package io.lull.installers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who builds packages signs what they should be. */
class SignedChecksumsTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String KEY = "lull-test@example.org";

  @TempDir private Path folder;
  private Path keys = Path.of("");
  private Path packages = Path.of("");

  @BeforeEach
  void open() throws IOException {
    Tools.missing("gpg", "gpgv", "gpgconf", "gpg-agent").ifPresent(Assumptions::abort);
    // The socket of gpg's agent is in it, and its path must be short.
    keys = Files.createTempDirectory("lull-gpg");
    packages = Files.createDirectory(folder.resolve("packages"));
    Files.writeString(packages.resolve("lull_1_amd64.deb"), "a package");
    Files.writeString(packages.resolve("lull-1.cdx.json"), "what is in it");
    gpg("--passphrase", "", "--quick-generate-key", KEY, "ed25519", "sign", "never");
    gpg("--output", keyring().toString(), "--export", KEY);
  }

  @AfterEach
  void close() throws IOException {
    run("gpgconf", "--homedir", keys.toString(), "--kill", "all");
    try (Stream<Path> left = Files.walk(keys)) {
      for (final Path each : left.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }

  private Path keyring() {
    return folder.resolve("public.gpg");
  }

  private void gpg(String... words) {
    final List<String> command =
        new ArrayList<>(
            List.of("gpg", "--homedir", keys.toString(), "--batch", "--pinentry-mode", "loopback"));
    command.addAll(List.of(words));
    run(command.toArray(String[]::new));
  }

  private static void run(String... words) {
    final String _ = Tools.run(SOON, List.of(words));
  }

  private void checksums(String key) {
    run(
        "env",
        "GNUPGHOME=" + keys,
        Inputs.FOLDER.resolve("linux/checksums").toString(),
        packages.toString(),
        key);
  }

  /** As the Ansible role does. */
  private void verify() {
    run(
        "gpgv",
        "--keyring",
        keyring().toString(),
        packages.resolve("SHA256SUMS.asc").toString(),
        packages.resolve("SHA256SUMS").toString());
  }

  @Test
  void checksumsAreSignedByTheKeyThatWasGiven() throws IOException {
    checksums(KEY);
    assertThat(Files.readAllLines(packages.resolve("SHA256SUMS")))
        .hasSize(2)
        .allMatch(line -> line.matches("[0-9a-f]{64}  lull[-_]1\\S+"));
    verify();
    Files.writeString(
        packages.resolve("SHA256SUMS"),
        Files.readString(packages.resolve("SHA256SUMS")).replace("1_amd64", "2_amd64"));
    assertThatThrownBy(this::verify).hasMessageContaining("BAD signature");
  }

  @Test
  void withoutAKeyNoOlderSignatureRemains() {
    checksums(KEY);
    checksums("");
    assertThat(packages.resolve("SHA256SUMS")).exists();
    assertThat(packages.resolve("SHA256SUMS.asc")).doesNotExist();
  }

  @Test
  void aKeyThatIsNotThereLeavesNoChecksums() {
    assertThatThrownBy(() -> checksums("nobody@example.org")).isInstanceOf(AssertionError.class);
    assertThat(packages.resolve("SHA256SUMS")).doesNotExist();
  }

  @Test
  void whatIsBuiltInVainIsRefusedAtOnce() {
    assertThatThrownBy(
            () -> run(Inputs.FOLDER.resolve("build").toString(), "--sign", "nobody@example.org"))
        .hasMessageContaining("gpg has no secret key 'nobody@example.org'");
  }

  @Test
  void theRoleVerifiesTheSignatureBeforeItReadsTheChecksums() {
    final String tasks = Inputs.text("ansible/roles/lull_agent/tasks/main.yml");
    assertThat(tasks)
        .contains("argv: [gpgv, --keyring, \"{{ lull_signing_keyring }}\", SHA256SUMS.asc,");
    assertThat(tasks.indexOf("gpgv")).isLessThan(tasks.indexOf("Find its line in SHA256SUMS"));
  }
}
