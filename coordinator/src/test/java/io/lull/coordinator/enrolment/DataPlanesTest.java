package io.lull.coordinator.enrolment;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
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
    final DataPlanes planes = planes(true);
    final DataPlane one = planes.of("J1");
    final DataPlane two = planes.of("J2");
    assertThat(one.getTls()).isTrue();
    assertThat(one.getPrivateKeyPkcs8()).isNotEmpty().isNotEqualTo(two.getPrivateKeyPkcs8());
    assertThat(one.getCertificateDer()).isNotEqualTo(two.getCertificateDer());
  }

  private DataPlanes planes(boolean encrypted) throws IOException {
    return new DataPlanes(authority(), encrypted, new SecureRandom());
  }

  @Test
  void givesEveryJobThatKeepsPiecesAKeyOfItsOwn() throws Exception {
    final JobSpec grid = JobSpec.newBuilder().setApp("jacobi").build();
    final DataPlanes planes = planes(false);
    final ByteString one = planes.promised(grid).getPieceKey();
    final ByteString two = planes.promised(grid).getPieceKey();
    assertThat(one.size()).isEqualTo(32);
    assertThat(two.size()).isEqualTo(32);
    assertThat(one).isNotEqualTo(two);
  }

  @Test
  void promisesNoCertificateWhereTheAdministratorTrustsTheNetworkOrWorkersNeverMeet()
      throws Exception {
    final JobSpec grid = JobSpec.newBuilder().setApp("jacobi").build();
    final JobSpec bag = JobSpec.newBuilder().setBag(Bag.newBuilder().addCommand("true")).build();
    assertThat(planes(true).promised(grid).getTls()).isTrue();
    assertThat(planes(true).promised(grid).getCertificateDer()).isEmpty();
    assertThat(planes(true).promised(bag)).isEqualTo(DataPlane.getDefaultInstance());
    assertThat(planes(false).promised(grid).getTls()).isFalse();
  }
}
