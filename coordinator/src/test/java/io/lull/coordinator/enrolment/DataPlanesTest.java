package io.lull.coordinator.enrolment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.DataPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataPlanesTest {
  @TempDir Path folder;

  private Authority authority() throws IOException {
    return Authority.open(folder, SystemClock.INSTANCE, new SecureRandom());
  }

  @Test
  void givesEveryJobACertificateOfItsOwn() throws Exception {
    final DataPlanes planes = new DataPlanes(authority(), true);
    final DataPlane one = planes.of("J1");
    final DataPlane two = planes.of("J2");
    assertThat(one.getTls()).isTrue();
    assertThat(one.getPrivateKeyPkcs8()).isNotEmpty().isNotEqualTo(two.getPrivateKeyPkcs8());
    assertThat(one.getCertificateDer()).isNotEqualTo(two.getCertificateDer());
  }

  @Test
  void givesNoneWhereTheAdministratorTrustsTheNetwork() throws Exception {
    assertThat(new DataPlanes(authority(), false).of("J1"))
        .isEqualTo(DataPlane.getDefaultInstance());
  }
}
