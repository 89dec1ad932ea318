package io.lull.protocol.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
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
  private static final int RENEWED_PART = 3;

  /** What a renewal writes: all three in one file, so that they are of one piece at any time. */
  private static final String RENEWED = "renewed.pem";

  /**
   * Reads what was renewed last, else {@code key.pem}, {@code certificate.pem} and {@code
   * authority.pem} from a folder.
   */
  public static Identity load(Path folder) throws IOException {
    try {
      if (Files.isRegularFile(folder.resolve(RENEWED))) {
        return renewed(Files.readString(folder.resolve(RENEWED)));
      }
      final byte[] pkcs8 = unpem(Files.readString(folder.resolve("key.pem")));
      return new Identity(
          KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8)),
          certificate(unpem(Files.readString(folder.resolve("certificate.pem")))),
          certificate(unpem(Files.readString(folder.resolve("authority.pem")))));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException("the credentials in " + folder + " are damaged", e);
    } catch (NoSuchFileException e) {
      throw new IOException("the credentials are incomplete: " + e.getMessage() + " is missing", e);
    }
  }

  public static boolean present(Path folder) {
    return Files.isRegularFile(folder.resolve("certificate.pem"))
        || Files.isRegularFile(folder.resolve(RENEWED));
  }

  /**
   * Writes the three files, the key readable by its user alone; the certificate last, so that a
   * torn write is not a credential.
   */
  public void store(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.deleteIfExists(folder.resolve(RENEWED));
    write(folder.resolve("key.pem"), pem("PRIVATE KEY", key.getEncoded()), true);
    try {
      write(folder.resolve("authority.pem"), pem(authority), false);
      write(folder.resolve("certificate.pem"), pem(certificate), false);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** Writes a renewed identity beside the one that was enrolled with, in one step. */
  public void storeRenewed(Path folder) throws IOException {
    Files.createDirectories(folder);
    try {
      write(
          folder.resolve(RENEWED),
          pem("PRIVATE KEY", key.getEncoded()) + pem(certificate) + pem(authority),
          true);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private static Identity renewed(String text) throws GeneralSecurityException {
    final String[] parts = text.split("(?m)^-----END [A-Z ]+-----$");
    if (parts.length < 3) {
      throw new GeneralSecurityException(RENEWED + " is cut off");
    }
    return new Identity(
        KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(unpem(parts[0]))),
        certificate(unpem(parts[1])),
        certificate(unpem(parts[2])));
  }

  /** From when on it is to be renewed: when a third of its time is left. */
  public Instant renewFrom() {
    final Instant begin = certificate.getNotBefore().toInstant();
    final Instant end = certificate.getNotAfter().toInstant();
    return end.minus(Duration.between(begin, end).dividedBy(RENEWED_PART));
  }

  public static X509Certificate certificate(byte[] der) throws GeneralSecurityException {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new java.io.ByteArrayInputStream(der));
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
    try (FileChannel channel =
        FileChannel.open(temporary, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      // Else a machine that loses its power could be left with an empty file of the right name.
      channel.force(true);
    }
    Files.move(
        temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** As browsers and operating systems read it. */
  public static String pem(X509Certificate certificate) throws CertificateEncodingException {
    return pem("CERTIFICATE", certificate.getEncoded());
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
