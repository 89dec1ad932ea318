package io.lull.reconfig.comm;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.DataPlane;
import io.lull.testkit.job.JobCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class RehearsalTest {
  @Test
  void allThatAWorkerSendsItselfComes() throws Exception {
    final DataPlane plane = JobCertificate.dataPlane();
    final PeerSecurity security =
        PeerSecurity.tls(
            plane.getCertificateDer().toByteArray(), plane.getPrivateKeyPkcs8().toByteArray());
    assertThat(Rehearsal.run(security)).isGreaterThanOrEqualTo(Rehearsal.BYTES);
  }
}
