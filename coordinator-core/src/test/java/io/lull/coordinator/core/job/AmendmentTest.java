package io.lull.coordinator.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.machine.JobMachine;
import io.lull.coordinator.core.store.codec.JobCodec;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import io.lull.scheduling.adapt.ChangeMethod;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class AmendmentTest {
  private static final Amendment ALL =
      new Amendment(
          OptionalInt.of(-3), OptionalLong.of(90_000), Optional.of(new Amendment.Workers(2, 5)));

  private static Job job() {
    return Job.submitted(
        new JobTerms(
            7,
            "ada",
            JobSpec.newBuilder()
                .setName("heat")
                .setPriority(4)
                .setLimitMillis(1000)
                .setMinWorkers(1)
                .setMaxWorkers(8)
                .setRequire("memory >= 8G")
                .build(),
            DataPlane.getDefaultInstance(),
            ByteString.EMPTY,
            1));
  }

  @Test
  void changesWhatItNamesAndNothingElse() {
    final JobSpec before = job().terms().spec();
    assertThat(job().amended(ALL).terms().spec())
        .isEqualTo(
            before.toBuilder()
                .setPriority(-3)
                .setLimitMillis(90_000)
                .setMinWorkers(2)
                .setMaxWorkers(5)
                .build());
    final Amendment one = new Amendment(OptionalInt.empty(), OptionalLong.of(0), Optional.empty());
    assertThat(job().amended(one).terms().spec())
        .isEqualTo(before.toBuilder().clearLimitMillis().build());
  }

  @Test
  void anOperatorsNumberThatIsNotAllowedAnyMoreIsDropped() {
    final Job six = JobMachine.on(job(), new JobEvent.Resize(6), 2).job();
    assertThat(six.amended(ALL).wantedCount()).isZero();
    final Job four = JobMachine.on(job(), new JobEvent.Resize(4), 2).job();
    assertThat(four.amended(ALL).wantedCount()).isEqualTo(4);
  }

  @Test
  void saysWhatItChanges() {
    assertThat(ALL.words()).isEqualTo("priority -3, time limit 90s, workers 2 to 5");
    assertThat(new Amendment(OptionalInt.empty(), OptionalLong.of(0), Optional.empty()).words())
        .isEqualTo("no time limit");
  }

  @Test
  void aHoldOutlivesTheCoordinator() throws IOException {
    final Job held = JobMachine.on(job(), new JobEvent.Hold("root"), 2).job();
    final Job read = JobCodec.fromBytes(JobCodec.toBytes(held));
    assertThat(read).isEqualTo(held);
    assertThat(read.heldBy()).isEqualTo("root");
    assertThat(held.refusal(new JobEvent.Release())).isEmpty();
    assertThat(job().refusal(new JobEvent.Release())).isEqualTo("J7 is not held");
  }

  @Test
  void aMethodOfResizingThatItIsNotIsRefused() {
    final Job none = job();
    assertThat(none.refusal(new JobEvent.Resize(4, ChangeMethod.ADD))).isEmpty();
    assertThat(none.refusal(new JobEvent.Resize(4, ChangeMethod.REMOVE)))
        .isEqualTo(
            none.id()
                + " has 0 workers: 4 is not fewer, as --method remove says; leave it out for any"
                + " number");
    assertThat(none.refusal(new JobEvent.Resize(4))).isEmpty();
  }
}
