package io.lull.coordinator.enrolment;

import com.google.protobuf.ByteString;
import io.lull.protocol.wire.DataPlane;
import java.security.GeneralSecurityException;

/** What the workers of a job know each other by. */
public final class DataPlanes {
  private final Authority authority;
  private final boolean encrypted;

  /**
   * @param encrypted whether they have a certificate of the job's own, or believe whoever calls
   */
  public DataPlanes(Authority authority, boolean encrypted) {
    this.authority = authority;
    this.encrypted = encrypted;
  }

  /** For a new job. */
  public DataPlane of(String job) {
    if (!encrypted) {
      return DataPlane.getDefaultInstance();
    }
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
