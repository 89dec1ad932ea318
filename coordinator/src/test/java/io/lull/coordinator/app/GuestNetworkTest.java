package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.model.Webhooks;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.TermsRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs may ask for the network where an administrator allows it. */
class GuestNetworkTest {
  private static final JobSpec ASKING = Rig.JACOBI.toBuilder().setNetwork(true).build();

  @TempDir private Path folder;

  private static boolean offered(Rig rig, Identity user) {
    return Rig.grid(rig.channel(user)).getTerms(TermsRequest.getDefaultInstance()).getNetwork();
  }

  @Test
  void usuallyNoJobHasIt() throws Exception {
    try (Rig rig = new Rig(folder)) {
      final Identity admin = rig.administrator();
      assertThat(offered(rig, admin)).isFalse();
      assertThatThrownBy(() -> Rig.grid(rig.channel(admin)).submit(ASKING))
          .hasMessageContaining("INVALID_ARGUMENT")
          .hasMessageContaining("--network: this grid gives guests no network: omit it, or ask");
    }
  }

  @Test
  void whereItIsAllowedAJobSaysWhetherItHasIt() throws Exception {
    try (Rig rig = new Rig(folder, new CoordinatorOptions.Traffic(true, Webhooks.NONE, true))) {
      final Identity admin = rig.administrator();
      assertThat(offered(rig, admin)).isTrue();
      assertThat(network(rig, admin, ASKING)).isTrue();
      assertThat(network(rig, admin, Rig.JACOBI)).isFalse();
    }
  }

  private static boolean network(Rig rig, Identity user, JobSpec spec) {
    final String job = Rig.grid(rig.channel(user)).submit(spec).getJob();
    return Rig.grid(rig.channel(user))
        .getJob(JobRequest.newBuilder().setJob(job).build())
        .getNetwork();
  }
}
