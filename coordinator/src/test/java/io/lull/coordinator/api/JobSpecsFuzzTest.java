package io.lull.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Parameter;
import io.lull.testkit.random.Fuzzer;
import io.lull.testkit.random.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What users can submit: a job with any mistake is refused with one line. */
final class JobSpecsFuzzTest {
  private static final JobSpec GRID =
      JobSpec.newBuilder()
          .setApp("jacobi")
          .setMainClass("io.lull.apps.Jacobi")
          .setName("a grid")
          .setMinWorkers(2)
          .setMaxWorkers(4)
          .setMemoryBytes(1L << 30)
          .setRequire("cores >= 2 && os == linux")
          .setCheckpoint("30s")
          .addParameters(Parameter.newBuilder().setName("size").setValue("100"))
          .addInputs(Blob.newBuilder().setName("in.txt").setSha256("a".repeat(64)).setSizeBytes(9))
          .build();

  private static final JobSpec BAG =
      JobSpec.newBuilder()
          .setBag(Bag.newBuilder().addCommand("/bin/echo").addCommand("{}").setTasks(3))
          .setMaxWorkers(2)
          .build();

  @RegisterExtension private final Seed seed = Seed.ofThisRun();

  @Test
  void aDamagedDescriptionIsRefusedOrWithinBounds() {
    final Fuzzer.Result result =
        new Fuzzer(seed, "job description")
            .messages(GRID, BAG)
            .refusals(InvalidProtocolBufferException.class, IllegalArgumentException.class)
            .run(bytes -> {
              final JobSpec checked = JobSpecs.checked(JobSpec.parseFrom(bytes), _ -> true);
              assertThat(checked.getMinWorkers()).isBetween(1, checked.getMaxWorkers());
              assertThat(checked.getName()).doesNotContain("\n", "\u001b");
            });
    assertThat(result.accepted()).isPositive();
  }
}
