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
  /** Of the pieces of every test's job: the bytes from 1 to 32. */
  public static final ByteString PIECE_KEY = pieceKey();

  /** No certificate, for a job whose workers trust the network; its pieces are encrypted. */
  public static final DataPlane NONE = DataPlane.newBuilder().setPieceKey(PIECE_KEY).build();

  private JobCertificate() {}

  private static ByteString pieceKey() {
    final ByteString.Output key = ByteString.newOutput();
    for (int i = 1; i <= 32; i++) {
      key.write(i);
    }
    return key.toByteString();
  }

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
          .setPieceKey(PIECE_KEY)
          .build();
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }
}
