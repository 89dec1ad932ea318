package io.lull.coordinator.enrolment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.NameConstraintValidatorException;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.asn1.x509.PKIXNameConstraintValidator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people have their browsers trust is of no use for anything but the page. */
class PageAuthorityTest {
  @TempDir private Path folder;

  private Authority grid(String name) throws IOException {
    return Authority.open(folder.resolve(name), SystemClock.INSTANCE, new SecureRandom());
  }

  private PageAuthority page(Authority grid, String... hosts) throws GeneralSecurityException {
    return PageAuthority.of(grid, List.of(hosts), SystemClock.INSTANCE);
  }

  /**
   * As a browser that trusts nobody else: Java's own validation does not keep to the limits of whom
   * it trusts.
   */
  private static void validate(X509Certificate shown, X509Certificate trusted)
      throws GeneralSecurityException, NameConstraintValidatorException {
    shown.verify(trusted.getPublicKey());
    final PKIXNameConstraintValidator limits = new PKIXNameConstraintValidator();
    limits.intersectPermittedSubtree(
        NameConstraints.getInstance(extension(trusted, Extension.nameConstraints))
            .getPermittedSubtrees());
    final GeneralName[] names =
        GeneralNames.getInstance(extension(shown, Extension.subjectAlternativeName)).getNames();
    assertThat(names).isNotEmpty();
    for (final GeneralName name : names) {
      limits.checkPermitted(name);
    }
  }

  private static byte[] extension(X509Certificate of, ASN1ObjectIdentifier which) {
    return ASN1OctetString.getInstance(of.getExtensionValue(which.getId())).getOctets();
  }

  @Test
  void signsForTheNamesOfItsPage() throws Exception {
    final PageAuthority page = page(grid("a"), "desk7.example.org", "192.0.2.7", "2001:db8::7");
    final X509Certificate shown = page.page().certificate();
    assertThatCode(() -> validate(shown, page.certificate())).doesNotThrowAnyException();
    assertThat(shown.getSubjectAlternativeNames().toString())
        .contains("desk7.example.org", "192.0.2.7", "2001:db8:0:0:0:0:0:7", "localhost")
        .doesNotContain("lull.internal");
  }

  /** Not even its own key can: whoever has it and is trusted by browsers is no bank for them. */
  @ParameterizedTest
  @ValueSource(strings = {"bank.example", "example.org", "192.0.2.8", "2001:db8::8"})
  void isNotTrustedForOthers(String other) throws Exception {
    final PageAuthority page = page(grid("a"), "desk7.example.org", "192.0.2.7", "2001:db8::7");
    final X509Certificate forged = page.server(List.of(other)).certificate();
    assertThatThrownBy(() -> validate(forged, page.certificate()))
        .isInstanceOf(NameConstraintValidatorException.class);
  }

  /** A kind of name that is not mentioned would not be limited. */
  @ParameterizedTest
  @ValueSource(strings = {"bank.example", "192.0.2.8"})
  void isLimitedAlsoWhereTheComputerDoesNotKnowItsName(String other) throws Exception {
    final PageAuthority page = page(grid("a"));
    final X509Certificate forged = page.server(List.of(other)).certificate();
    assertThatThrownBy(() -> validate(forged, page.certificate()))
        .isInstanceOf(NameConstraintValidatorException.class);
  }

  @Test
  void isTheSameAfterEachStartAndAnotherInEachGrid() throws Exception {
    final X509Certificate first = page(grid("a"), "desk7").certificate();
    final X509Certificate again = page(grid("a"), "desk7").certificate();
    final X509Certificate elsewhere = page(grid("b"), "desk7").certificate();
    assertThat(again.getPublicKey()).isEqualTo(first.getPublicKey());
    assertThat(again.getSubjectX500Principal()).isEqualTo(first.getSubjectX500Principal());
    assertThat(elsewhere.getPublicKey()).isNotEqualTo(first.getPublicKey());
    assertThat(first.getPublicKey()).isNotEqualTo(grid("a").certificate().getPublicKey());
    final X509Certificate shown = page(grid("a"), "desk7").page().certificate();
    assertThatCode(() -> validate(shown, first)).doesNotThrowAnyException();
  }

  /** What browsers and OpenSSL go by, whatever else they check. */
  @Test
  void itsLimitsMustBeUnderstood() throws Exception {
    final X509Certificate certificate = page(grid("a"), "desk7").certificate();
    assertThat(certificate.getCriticalExtensionOIDs())
        .contains(Extension.nameConstraints.getId(), Extension.basicConstraints.getId());
    assertThat(certificate.getBasicConstraints()).as("it issues no authorities").isZero();
    assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
  }

  @Test
  void isAsGoodAsTheGridsAuthorityAndNoLonger() throws Exception {
    final Authority grid = grid("a");
    assertThat(page(grid, "desk7").certificate().getNotAfter())
        .isEqualTo(grid.certificate().getNotAfter());
  }
}
