package io.lull.client.grid;

import io.lull.protocol.wire.JobSpec;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** By which the coordinator knows a submission again, should it be asked twice. */
record SubmissionNames(RandomGenerator random) {
  private static final int BYTES = 16;

  JobSpec named(JobSpec spec) {
    final byte[] request = new byte[BYTES];
    random.nextBytes(request);
    return spec.toBuilder().setRequest(HexFormat.of().formatHex(request)).build();
  }
}
