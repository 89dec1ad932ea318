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
 * @param image the root folder that the commands run in; null: the nodes' own
 */
public record JobPlan(
    JobSpec spec,
    @Nullable Path program,
    @Nullable Path lines,
    @Nullable Path image,
    List<Path> inputs,
    @Nullable Path output) {
  public JobPlan {
    inputs = List.copyOf(inputs);
  }
}
