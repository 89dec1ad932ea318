package io.lull.client.grid;

import io.lull.protocol.wire.JobSpec;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** The identifiers by which the coordinator recognises a repeated submission. */
record SubmissionNames(RandomGenerator random) {
  private static final int BYTES = 16;

  String next() {
    final byte[] request = new byte[BYTES];
    random.nextBytes(request);
    return HexFormat.of().formatHex(request);
  }

  JobSpec named(JobSpec spec) {
    return spec.toBuilder().setRequest(next()).build();
  }
}
