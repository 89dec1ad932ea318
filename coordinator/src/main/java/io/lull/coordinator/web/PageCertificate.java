package io.lull.coordinator.web;

import io.lull.coordinator.config.StartException;
import io.lull.coordinator.enrolment.CertificateFiles;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The page's certificate from an authority that browsers know, in files that are renewed
 * externally. One thread at a time.
 */
final class PageCertificate {
  private static final Logger LOG = LoggerFactory.getLogger(PageCertificate.class);

  private final Path certificate;
  private final Path key;
  private List<FileTime> read = List.of();

  PageCertificate(Path certificate, Path key) {
    this.certificate = certificate;
    this.key = key;
  }

  /**
   * @param authority of the grid; null: not known yet
   * @throws StartException with one line when it cannot be shown
   */
  TlsIdentity load(@Nullable X509Certificate authority, Instant now) throws StartException {
    try {
      read = changed();
      final CertificateFiles.Shown shown = CertificateFiles.read(certificate, key, now);
      return new TlsIdentity.OfTheOffice(shown.key(), shown.chain(), authority);
    } catch (IOException e) {
      throw new StartException(
          "the page's certificate cannot be used: "
              + reason(e)
              + ": give --web-certificate and --web-key PEM files that belong together",
          e);
    }
  }

  /** The renewed one, when the files are others than they were; what is wrong is in the log. */
  Optional<TlsIdentity> renewed(@Nullable X509Certificate authority, Instant now) {
    try {
      if (changed().equals(read)) {
        return Optional.empty();
      }
      final TlsIdentity renewed = load(authority, now);
      LOG.info("Loaded the page's renewed certificate: {}", certificate);
      return Optional.of(renewed);
    } catch (IOException | StartException e) {
      LOG.warn("The page keeps its present certificate: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException missing -> "there is no file " + missing.getMessage();
      case AccessDeniedException denied -> denied.getMessage() + " may not be read";
      default -> String.valueOf(e.getMessage());
    };
  }

  private List<FileTime> changed() throws IOException {
    return List.of(Files.getLastModifiedTime(certificate), Files.getLastModifiedTime(key));
  }
}
