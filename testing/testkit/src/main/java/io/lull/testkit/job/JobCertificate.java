package io.lull.testkit.job;

import com.google.protobuf.ByteString;
import io.lull.protocol.wire.DataPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;

/** A job's own certificate, made by the JDK's keytool. */
public final class JobCertificate {
  private JobCertificate() {}

  /** TLS with a certificate that is good for two days. */
  public static DataPlane dataPlane() throws IOException, InterruptedException {
    final Path folder = Files.createTempDirectory("lull-test");
    final Path store = folder.resolve("job.p12");
    try {
      final Process keytool =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-alias",
                  "job",
                  "-keyalg",
                  "EC",
                  "-groupname",
                  "secp256r1",
                  "-dname",
                  "CN=J1",
                  "-validity",
                  "2",
                  "-storetype",
                  "PKCS12",
                  "-storepass",
                  "only-a-test",
                  "-keystore",
                  store.toString())
              .redirectErrorStream(true)
              .start();
      if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
        throw new AssertionError(
            new String(
                keytool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
      }
      return read(store);
    } finally {
      Files.deleteIfExists(store);
      Files.delete(folder);
    }
  }

  private static DataPlane read(Path store) throws IOException {
    try {
      final KeyStore keys = KeyStore.getInstance("PKCS12");
      try (var in = Files.newInputStream(store)) {
        keys.load(in, "only-a-test".toCharArray());
      }
      return DataPlane.newBuilder()
          .setTls(true)
          .setCertificateDer(ByteString.copyFrom(keys.getCertificate("job").getEncoded()))
          .setPrivateKeyPkcs8(
              ByteString.copyFrom(keys.getKey("job", "only-a-test".toCharArray()).getEncoded()))
          .build();
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }
}
