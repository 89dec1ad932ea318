package io.lull.protocol.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * A private key, its certificate, and the one authority that its holder trusts: what a node, a user
 * or a coordinator shows in mutual TLS.
 *
 * @param key P-256
 * @param certificate signed by the authority; its common name is the holder's, its organisational
 *     unit the role
 * @param authority self-signed
 */
public record Identity(PrivateKey key, X509Certificate certificate, X509Certificate authority) {

  /** Reads {@code key.pem}, {@code certificate.pem} and {@code authority.pem} from a folder. */
  public static Identity load(Path folder) throws IOException {
    try {
      final byte[] pkcs8 = unpem(Files.readString(folder.resolve("key.pem")));
      return new Identity(
          KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8)),
          certificate(unpem(Files.readString(folder.resolve("certificate.pem")))),
          certificate(unpem(Files.readString(folder.resolve("authority.pem")))));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException(
          "the credentials in " + folder + " cannot be read: " + e.getMessage(), e);
    }
  }

  public static boolean present(Path folder) {
    return Files.isRegularFile(folder.resolve("certificate.pem"));
  }

  /**
   * Writes the three files, the key readable by its user alone; the certificate last, so that a
   * torn write is not a credential.
   */
  public void store(Path folder) throws IOException {
    Files.createDirectories(folder);
    write(folder.resolve("key.pem"), pem("PRIVATE KEY", key.getEncoded()), true);
    try {
      write(folder.resolve("authority.pem"), pem("CERTIFICATE", authority.getEncoded()), false);
      write(folder.resolve("certificate.pem"), pem("CERTIFICATE", certificate.getEncoded()), false);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  public static X509Certificate certificate(byte[] der) throws GeneralSecurityException {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new java.io.ByteArrayInputStream(der));
  }

  KeyManagerFactory keyManagers() throws GeneralSecurityException {
    try {
      final KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      final char[] none = new char[0];
      store.setKeyEntry("identity", key, none, new X509Certificate[] {certificate, authority});
      final KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
      factory.init(store, none);
      return factory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static TrustManagerFactory trusting(X509Certificate authority) throws GeneralSecurityException {
    try {
      final KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry("authority", authority);
      final TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      factory.init(store);
      return factory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text, boolean secret) throws IOException {
    final Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    Files.deleteIfExists(temporary);
    if (secret && temporary.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          temporary,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(temporary, text);
    Files.move(
        temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String pem(String kind, byte[] der) {
    final String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
  }

  private static byte[] unpem(String text) {
    final List<String> lines = text.lines().filter(line -> !line.startsWith("-----")).toList();
    return Base64.getMimeDecoder().decode(String.join("", lines));
  }
}
