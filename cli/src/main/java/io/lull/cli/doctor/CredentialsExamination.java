package io.lull.cli.doctor;

import io.lull.cli.doctor.Finding.Area;
import io.lull.protocol.transport.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Whether a certificate and its key can be used. */
final class CredentialsExamination {
  private static final Duration SOON = Duration.ofDays(30);
  private static final Set<PosixFilePermission> OF_OTHERS =
      Set.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private final Area area;
  private final Path folder;
  private final String remedy;

  /**
   * @param remedy for credentials that cannot be used
   */
  CredentialsExamination(Area area, Path folder, String remedy) {
    this.area = area;
    this.folder = folder;
    this.remedy = remedy;
  }

  List<Finding> examine(Instant now) {
    final Identity identity;
    try {
      identity = Identity.load(folder);
    } catch (IOException e) {
      return List.of(Finding.fault(area, "credentials", String.valueOf(e.getMessage()), remedy));
    }
    final List<Finding> findings = new ArrayList<>();
    findings.add(validity(identity.certificate(), now));
    readableByOthers().ifPresent(findings::add);
    return findings;
  }

  private Finding validity(X509Certificate certificate, Instant now) {
    final Instant begin = certificate.getNotBefore().toInstant();
    final Instant end = certificate.getNotAfter().toInstant();
    if (now.isBefore(begin)) {
      return Finding.fault(
          area,
          "clock",
          "by this computer's clock it is " + now + ", but the certificate begins at " + begin,
          "set the clock (timedatectl set-ntp true)");
    }
    if (now.isAfter(end)) {
      return Finding.fault(area, "credentials", "the certificate expired at " + end, remedy);
    }
    return now.isAfter(end.minus(SOON))
        ? Finding.doubtful(
            area,
            "credentials",
            "the certificate expires at " + end,
            "it is renewed when it is used; " + remedy)
        : Finding.good(area, "credentials", "the certificate is valid until " + end);
  }

  private Optional<Finding> readableByOthers() {
    try (Stream<Path> files = Files.list(folder)) {
      for (final Path file : files.toList()) {
        final String name = file.getFileName().toString();
        if ((name.equals("key.pem") || name.equals("renewed.pem"))
            && Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains)) {
          return Optional.of(
              Finding.fault(
                  area,
                  "key",
                  "others can read the private key in " + file,
                  "chmod 600 "
                      + file
                      + "; if somebody may have read it, revoke it and enrol again"));
        }
      }
      return Optional.empty();
    } catch (IOException | UnsupportedOperationException e) {
      // There is no such thing as a mode here, or the file is gone.
      return Optional.empty();
    }
  }
}
