package io.lull.coordinator.core.store.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.Job;
import io.lull.protocol.stored.StoredJob;
import io.lull.testkit.random.Fuzzer;
import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Records of jobs in a database that is damaged, or that somebody has written to. */
final class StoredJobsFuzzTest {
  @RegisterExtension private final Seed seed = Seed.ofThisRun();

  @Test
  void aDamagedRecordIsRefusedOrStoredAgainAsItWasRead() throws IOException {
    final Fuzzer.Result result =
        new Fuzzer(seed, "stored job")
            .messages(
                stored("changing"),
                stored("dealing"),
                stored("gathering"),
                stored("over"),
                stored("preparing"),
                stored("relearning"),
                stored("running"),
                stored("suspended"),
                stored("suspending"))
            .refusals(IllegalArgumentException.class)
            .run(record -> {
              final Job job = JobCodec.fromBytes(record);
              assertThat(JobCodec.fromBytes(JobCodec.toBytes(job))).isEqualTo(job);
            });
    assertThat(result.accepted()).isPositive();
  }

  private static StoredJob stored(String phase) throws IOException {
    try (InputStream in = StoredJobsFuzzTest.class.getResourceAsStream(phase + ".job")) {
      return StoredJob.parseFrom(Objects.requireNonNull(in, phase));
    }
  }
}
