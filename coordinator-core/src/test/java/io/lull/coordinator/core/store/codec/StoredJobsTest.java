package io.lull.coordinator.core.store.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.wire.JobView;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that an earlier version stored, in several phases, with the views that it gave of them. */
class StoredJobsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "changing",
        "dealing",
        "gathering",
        "over",
        "preparing",
        "relearning",
        "running",
        "suspended",
        "suspending"
      })
  void openAndLookAsTheyDid(String name) throws IOException {
    final Job job = JobCodec.fromBytes(resource(name + ".job"));
    assertThat(JobViews.of(job)).isEqualTo(JobView.parseFrom(resource(name + ".view")));
    assertThat(job.history().events())
        .isNotEmpty()
        .allMatch(change -> change.outcome() instanceof ChangeOutcome.Told);
    assertThat(JobCodec.fromBytes(JobCodec.toBytes(job))).isEqualTo(job);
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = StoredJobsTest.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }
}
