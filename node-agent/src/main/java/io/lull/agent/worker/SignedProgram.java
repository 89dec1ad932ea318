package io.lull.agent.worker;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A program's jar whose every file is signed, as {@code jarsigner} does, with a certificate that
 * the owner trusts. Certificates are known by their fingerprints: neither their issuers nor their
 * dates count.
 */
final class SignedProgram {
  /** A jar of which more than this comes out is not a program. */
  private static final long MAX_UNPACKED_BYTES = 4L << 30;

  private static final int BUFFER_BYTES = 64 << 10;

  /** What a signature consists of cannot be signed by it. */
  private static final Pattern SIGNATURE =
      Pattern.compile("META-INF/(MANIFEST\\.MF|[^/]+\\.(SF|RSA|DSA|EC)|SIG-[^/]+)");

  private SignedProgram() {}

  /**
   * @param signersSha256 fingerprints of certificates, in lower-case hex
   * @throws IOException with one line when a file of the jar is not signed with one of them
   */
  static void check(Path jar, Set<String> signersSha256) throws IOException {
    try (JarFile file = new JarFile(jar.toFile(), true)) {
      long left = MAX_UNPACKED_BYTES;
      final byte[] buffer = new byte[BUFFER_BYTES];
      for (final Iterator<JarEntry> entries = file.entries().asIterator(); entries.hasNext(); ) {
        final JarEntry entry = entries.next();
        if (SIGNATURE.matcher(entry.getName().toUpperCase(Locale.ROOT)).matches()) {
          continue;
        }
        left -= read(file, entry, buffer, left);
        if (!entry.isDirectory() && !isSigned(entry.getCodeSigners(), signersSha256)) {
          throw new IOException(
              "this computer's owner takes only programs that are signed by somebody whom they"
                  + " trust, and "
                  + entry.getName()
                  + " in the program's jar is not");
        }
      }
    } catch (SecurityException e) {
      throw new IOException("the signature of the program's jar is wrong: " + e.getMessage(), e);
    }
  }

  /** An entry's signers are known when all of it was read. */
  private static long read(JarFile file, JarEntry entry, byte[] buffer, long most)
      throws IOException {
    long bytes = 0;
    try (InputStream in = file.getInputStream(entry)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        bytes += count;
        if (bytes > most) {
          throw new IOException("the program's jar has over " + MAX_UNPACKED_BYTES + " bytes");
        }
      }
    }
    return bytes;
  }

  private static boolean isSigned(CodeSigner @Nullable [] signers, Set<String> trusted) {
    return signers != null
        && Arrays.stream(signers).map(SignedProgram::fingerprint).anyMatch(trusted::contains);
  }

  private static String fingerprint(CodeSigner signer) {
    try {
      final byte[] certificate =
          signer.getSignerCertPath().getCertificates().getFirst().getEncoded();
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate));
    } catch (CertificateEncodingException e) {
      return "";
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
