package io.lull.coordinator.core.job;

import com.google.protobuf.ByteString;
import io.lull.protocol.model.ErasureCode;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The terms of a job from its submission. Its workers' certificate may change, and what its user
 * amends.
 *
 * @param number of the job, from 1 in the order of submission
 * @param spec already checked
 * @param dataPlane the certificate and key that the job's workers show each other, none until it
 *     first gets nodes; and the key of its pieces
 * @param pieceTicket its holder may put and get the job's checkpoint pieces
 */
public record JobTerms(
    long number,
    String user,
    JobSpec spec,
    DataPlane dataPlane,
    ByteString pieceTicket,
    long submittedMillis) {
  /** What a worker gets whose job says nothing about memory. */
  private static final long DEFAULT_MEMORY_BYTES = 512L << 20;

  public String id() {
    return "J" + number;
  }

  /** Whether its workers have yet to get the certificate that they were promised. */
  public boolean awaitsKey() {
    return dataPlane.getTls() && dataPlane.getCertificateDer().isEmpty();
  }

  /** With another certificate of its workers; the key of its pieces stays. */
  public JobTerms with(DataPlane given) {
    return new JobTerms(
        number,
        user,
        spec,
        given.toBuilder().setPieceKey(dataPlane.getPieceKey()).build(),
        pieceTicket,
        submittedMillis);
  }

  /** With another description, of the same program. */
  JobTerms with(JobSpec amended) {
    return new JobTerms(number, user, amended, dataPlane, pieceTicket, submittedMillis);
  }

  public int least() {
    return Math.max(1, spec.getMinWorkers());
  }

  public int greatest() {
    return Math.max(least(), spec.getMaxWorkers());
  }

  /** Whether its number of workers is chosen when it begins, and then stays. */
  public boolean moldable() {
    return spec.getMoldable();
  }

  /** Whether it is made of tasks that know nothing of each other. */
  public boolean isBag() {
    return spec.hasBag();
  }

  /** Whether these are command lines, not objects of a program's class. */
  public boolean runsCommands() {
    return spec.getBag().getCommandCount() > 0;
  }

  /** The programs and inputs that its workers fetch, by the hashes of their content. */
  public Set<String> files() {
    return filesOf(spec);
  }

  /** The same of one that is not accepted yet. */
  public static Set<String> filesOf(JobSpec spec) {
    return blobsOf(spec).stream().map(Blob::getSha256).collect(Collectors.toSet());
  }

  /** Its program, its list of lines, its image and its inputs, as far as it has them. */
  public static List<Blob> blobsOf(JobSpec spec) {
    final List<Blob> blobs = new ArrayList<>();
    if (spec.hasProgram()) {
      blobs.add(spec.getProgram());
    }
    if (spec.getBag().hasLines()) {
      blobs.add(spec.getBag().getLines());
    }
    if (spec.getBag().hasImage()) {
      blobs.add(spec.getBag().getImage());
    }
    blobs.addAll(spec.getInputsList());
    return blobs;
  }

  /** What one worker's process may use in all. */
  public long memoryBytes() {
    return spec.getMemoryBytes() > 0 ? spec.getMemoryBytes() : DEFAULT_MEMORY_BYTES;
  }

  /** How often the job's data is kept. */
  public CheckpointRule checkpointRule() {
    return CheckpointRule.parse(spec.getCheckpoint());
  }

  /** How many machines a checkpoint outlives; empty: pieces are kept twice. */
  public Optional<ErasureCode> code() {
    return spec.getCode().isEmpty()
        ? Optional.empty()
        : Optional.of(ErasureCode.parse(spec.getCode()));
  }

  /** Without the keys and the ticket: they are not for logs. */
  @Override
  public String toString() {
    return "JobTerms[" + id() + " of " + user + "]";
  }
}
