package io.lull.coordinator.enrolment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
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
  void promisesNoneWhereTheAdministratorTrustsTheNetworkOrWorkersNeverMeet() throws Exception {
    final JobSpec grid = JobSpec.newBuilder().setApp("jacobi").build();
    final JobSpec bag = JobSpec.newBuilder().setBag(Bag.newBuilder().addCommand("true")).build();
    final DataPlanes planes = new DataPlanes(authority(), true);
    assertThat(planes.promised(grid)).isEqualTo(DataPlane.newBuilder().setTls(true).build());
    assertThat(planes.promised(bag)).isEqualTo(DataPlane.getDefaultInstance());
    assertThat(new DataPlanes(authority(), false).promised(grid))
        .isEqualTo(DataPlane.getDefaultInstance());
  }
}
