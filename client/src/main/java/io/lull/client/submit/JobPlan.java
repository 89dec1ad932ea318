package io.lull.client.submit;

import io.lull.protocol.wire.JobSpec;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A checked job.
 *
 * @param spec without its files, which are still to be uploaded
 * @param program null for a bundled application or a command
 * @param lines the tasks' arguments; null: their indices
 */
public record JobPlan(
    JobSpec spec,
    @Nullable Path program,
    @Nullable Path lines,
    List<Path> inputs,
    @Nullable Path output) {
  public JobPlan {
    inputs = List.copyOf(inputs);
  }
}
