package io.lull.agent.worker;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.agent.fake.TestAuthority;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.Identity;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import jdk.security.jarsigner.JarSigner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose programs run where the owner names signers. */
final class SignedProgramTest {
  @TempDir private Path folder;
  private final TestAuthority authority = new TestAuthority("office");
  private final Identity trusted = authority.identity("builds", "admin");
  private final Set<String> signers = Set.of(EnrolmentToken.fingerprint(trusted.certificate()));

  private Path jar() throws IOException {
    final Path jar = folder.resolve("program.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (final String name : List.of("org/example/Main.class", "data/table.txt")) {
        out.putNextEntry(new ZipEntry(name));
        out.write(name.getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }

  private Path signed(Identity by) throws Exception {
    final Path signed = folder.resolve("signed.jar");
    try (ZipFile plain = new ZipFile(jar().toFile());
        OutputStream out = Files.newOutputStream(signed)) {
      new JarSigner.Builder(
              by.key(),
              CertificateFactory.getInstance("X.509").generateCertPath(List.of(by.certificate())))
          .digestAlgorithm("SHA-256")
          .signatureAlgorithm("SHA256withECDSA")
          .build()
          .sign(plain, out);
    }
    return signed;
  }

  private static Path changed(Path jar, String file, String content) throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(jar)) {
      Files.writeString(zip.getPath(file), content);
    }
    return jar;
  }

  @Test
  void aProgramOfATrustedSignerRuns() throws Exception {
    final Path jar = signed(trusted);
    assertThatCode(() -> SignedProgram.check(jar, signers)).doesNotThrowAnyException();
  }

  @Test
  void aProgramWithoutASignatureIsRefused() throws Exception {
    final Path jar = jar();
    assertThatThrownBy(() -> SignedProgram.check(jar, signers))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("takes only programs that are signed by somebody whom they trust");
  }

  @Test
  void aProgramOfSomebodyElseIsRefused() throws Exception {
    final Path jar = signed(authority.identity("builds", "admin"));
    assertThatThrownBy(() -> SignedProgram.check(jar, signers))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("org/example/Main.class in the program's jar is not");
  }

  @Test
  void aChangedFileIsRefused() throws Exception {
    final Path jar = changed(signed(trusted), "data/table.txt", "another table");
    assertThatThrownBy(() -> SignedProgram.check(jar, signers))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the signature of the program's jar is wrong");
  }

  @Test
  void anAddedFileIsRefused() throws Exception {
    final Path jar = changed(signed(trusted), "org/example/Other.class", "evil");
    assertThatThrownBy(() -> SignedProgram.check(jar, signers))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Other.class in the program's jar is not");
  }

  @Test
  void aFileThatIsNoJarIsRefused() throws Exception {
    final Path jar = Files.writeString(folder.resolve("program.jar"), "no jar");
    assertThatThrownBy(() -> SignedProgram.check(jar, signers)).isInstanceOf(IOException.class);
  }
}
