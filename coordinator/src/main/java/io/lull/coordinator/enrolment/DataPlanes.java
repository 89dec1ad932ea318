package io.lull.coordinator.enrolment;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.WorkerKeys;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import java.security.GeneralSecurityException;

/**
 * Makes the certificates by which the workers of a job authenticate each other, when a job first
 * gets nodes.
 */
public final class DataPlanes implements WorkerKeys {
  private final Authority authority;
  private final boolean encrypted;

  /**
   * @param encrypted whether they have a certificate of the job's own, or trust every caller
   */
  public DataPlanes(Authority authority, boolean encrypted) {
    this.authority = authority;
    this.encrypted = encrypted;
  }

  /** What a new job is promised: its key is made when it first gets nodes, for many never do. */
  public DataPlane promised(JobSpec spec) {
    // The workers of a bag never call each other.
    return DataPlane.newBuilder().setTls(encrypted && !spec.hasBag()).build();
  }

  @Override
  public DataPlane of(String job) {
    try {
      final Authority.JobKey key = authority.job(job);
      return DataPlane.newBuilder()
          .setTls(true)
          .setCertificateDer(ByteString.copyFrom(key.certificateDer()))
          .setPrivateKeyPkcs8(ByteString.copyFrom(key.privateKeyPkcs8()))
          .build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no certificate for the job's workers", e);
    }
  }
}
