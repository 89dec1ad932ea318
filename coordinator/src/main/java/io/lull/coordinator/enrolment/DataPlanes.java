package io.lull.coordinator.enrolment;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.WorkerKeys;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;

/**
 * Makes what protects a job's data: the key of its checkpoints' pieces at its submission, and the
 * certificate by which its workers authenticate each other when it first gets nodes.
 */
public final class DataPlanes implements WorkerKeys {
  private static final int PIECE_KEY_BYTES = 32;

  private final Authority authority;
  private final boolean encrypted;
  private final SecureRandom random;

  /**
   * @param encrypted whether workers have a certificate of the job's own, or trust every caller
   */
  public DataPlanes(Authority authority, boolean encrypted, SecureRandom random) {
    this.authority = authority;
    this.encrypted = encrypted;
    this.random = random;
  }

  /**
   * What a new job is promised: its certificate is made when it first gets nodes, for many never
   * do.
   */
  public DataPlane promised(JobSpec spec) {
    if (spec.hasBag()) {
      // Its workers never call each other and keep no pieces.
      return DataPlane.getDefaultInstance();
    }
    final byte[] key = new byte[PIECE_KEY_BYTES];
    random.nextBytes(key);
    return DataPlane.newBuilder().setTls(encrypted).setPieceKey(ByteString.copyFrom(key)).build();
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
