package io.lull.coordinator.enrolment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.model.Role;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.util.io.pem.PemObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that somebody else has made, as they come. */
class CertificateFilesTest {
  @TempDir private Path folder;
  private final VirtualClock clock = new VirtualClock();
  private Authority authority;
  private Path certificate;
  private Path key;

  @BeforeEach
  void make() throws Exception {
    authority = Authority.open(folder.resolve("authority"), clock, new SecureRandom());
    authority.coordinator(List.of("grid.example.org")).store(folder);
    certificate = folder.resolve("certificate.pem");
    key = folder.resolve("key.pem");
  }

  private CertificateFiles.Shown read() throws IOException {
    return CertificateFiles.read(certificate, key, Instant.ofEpochMilli(clock.epochMillis()));
  }

  private void assertRefused(String why) {
    assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessageContaining(why);
  }

  private static String pem(Object what) throws IOException {
    final StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(what);
    }
    return text.toString();
  }

  private static PemObject locked(PrivateKey key) throws GeneralSecurityException, IOException {
    final String how = "PBEWithSHA1AndDESede";
    final Cipher cipher = Cipher.getInstance(how);
    cipher.init(
        Cipher.ENCRYPT_MODE,
        SecretKeyFactory.getInstance(how).generateSecret(new PBEKeySpec("x".toCharArray())));
    return new PemObject(
        "ENCRYPTED PRIVATE KEY",
        new EncryptedPrivateKeyInfo(cipher.getParameters(), cipher.doFinal(key.getEncoded()))
            .getEncoded());
  }

  @Test
  void readsAChainAndItsKey() throws Exception {
    Files.writeString(
        certificate, "a remark\n" + Files.readString(certificate) + pem(authority.certificate()));
    assertThat(read().chain()).hasSize(2).last().isEqualTo(authority.certificate());
    assertThat(read().key().getAlgorithm()).isIn("EC", "ECDSA");
  }

  @Test
  void readsKeysInTheirOlderForm() throws Exception {
    final KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
    rsa.initialize(2048);
    final KeyPair pair = rsa.generateKeyPair();
    Files.writeString(key, pem(pair.getPrivate()));
    assertThat(Files.readString(key)).contains("BEGIN RSA PRIVATE KEY");
    Files.writeString(certificate, pem(authority.enrolled("page", Role.NODE, pair.getPublic())));
    assertThat(read().chain()).hasSize(1);
  }

  @Test
  void refusesWhatDoesNotBelongTogetherOrIsOver() throws Exception {
    final KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
    rsa.initialize(2048);
    Files.writeString(key, pem(rsa.generateKeyPair().getPrivate()));
    assertRefused("the key in " + key + " does not match the certificate in " + certificate);
    clock.advance(Duration.ofDays(91));
    assertRefused("expired at 2026-04-01T00:00:00Z");
  }

  @Test
  void refusesWhatIsNoCertificateOrNoKey() throws Exception {
    final String good = Files.readString(certificate);
    Files.writeString(
        certificate, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    assertRefused(certificate + " does not contain readable certificates");
    Files.writeString(certificate, "nothing\n");
    assertRefused("there is no certificate in " + certificate);
    Files.writeString(certificate, "x".repeat(300 << 10));
    assertRefused("is too large");
    Files.writeString(certificate, good);
    Files.writeString(key, good);
    assertRefused("there is no key in " + key);
    Files.writeString(key, pem(locked(new Certificates(new SecureRandom()).newKey().getPrivate())));
    assertRefused("is encrypted: use an unencrypted key");
  }
}
