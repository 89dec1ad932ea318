package io.lull.coordinator.app;

import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.config.HostNames;
import io.lull.coordinator.config.StartException;
import io.lull.coordinator.core.store.FileRecords;
import io.lull.coordinator.core.store.NameStore;
import io.lull.coordinator.core.store.RevocationStore;
import io.lull.coordinator.core.store.TokenStore;
import io.lull.coordinator.database.Database;
import io.lull.coordinator.enrolment.Authority;
import io.lull.coordinator.enrolment.Revocations;
import io.lull.coordinator.enrolment.ServerCertificate;
import io.lull.coordinator.enrolment.Tokens;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.hazelcast.CachedRecords;
import io.lull.coordinator.leadership.RenewedLease;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Identity;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * Second stage: the lease, and what only a leader opens: the records, the authority, the files, and
 * who belongs to the grid.
 */
record LeadingStage(
    RenewedLease lease,
    CachedRecords records,
    FileStore files,
    AuditLog audit,
    Enrolment enrolment) {

  /** Who belongs to the grid, and how that is shown. */
  record Enrolment(
      Authority authority,
      ServerCertificate certificate,
      NameStore names,
      Tokens tokens,
      Revocations revocations) {}

  /**
   * Waits for the lease.
   *
   * @return empty when the standby did not want to wait any longer
   */
  static Optional<LeadingStage> await(
      StorageStage storage,
      CoordinatorOptions options,
      Monitoring monitoring,
      Standby standby,
      Clock clock,
      SecureRandom random,
      OpenParts parts)
      throws StartException, IOException, GeneralSecurityException {
    final Optional<RenewedLease> lease =
        LeaderElection.lead(
            storage.database(),
            clock,
            new StandbyWait(
                standby,
                storage.members(),
                () -> sharedAuthority(storage, monitoring, clock, random),
                clock,
                monitoring.metrics()));
    return lease.isEmpty()
        ? Optional.empty()
        : Optional.of(
            open(storage, parts.keep(lease.get()), options, monitoring, clock, random, parts));
  }

  private static Optional<Authority> sharedAuthority(
      StorageStage storage, Monitoring monitoring, Clock clock, SecureRandom random)
      throws IOException, StartException {
    storage.bringAuthority();
    if (!Identity.present(storage.authorityFolder())) {
      return Optional.empty();
    }
    final Authority authority = Authority.open(storage.authorityFolder(), clock, random);
    monitoring.trust(authority);
    return Optional.of(authority);
  }

  private static LeadingStage open(
      StorageStage storage,
      RenewedLease lease,
      CoordinatorOptions options,
      Monitoring monitoring,
      Clock clock,
      SecureRandom random,
      OpenParts parts)
      throws StartException, IOException, GeneralSecurityException {
    final Database database = storage.database();
    final CachedRecords records =
        storage
            .alone()
            .orElseGet(
                () -> CachedRecords.copied(storage.members().orElseThrow().leads(lease.fence())));
    records.fill(database);
    storage.bringAuthority();
    final Authority authority = Authority.open(storage.authorityFolder(), clock, random);
    SharedAuthority.share(storage.sharedFiles(), storage.authorityFolder());
    storage.present(authority, monitoring);
    final FileStore files =
        storage
            .folder()
            .files(options.keeping(), storage.sharedFiles(), new FileRecords(records), clock);
    final NameStore names = new NameStore(records);
    final Tokens tokens =
        new Tokens(new TokenStore(records), authority.certificate(), clock, random);
    database.dropBefore(
        clock.epochMillis() - options.keeping().terms().history().hours().toMillis());
    final AuditLog audit = new AuditLog(database.audit(), clock);
    audit.start();
    parts.keep(audit);
    return new LeadingStage(
        lease,
        records,
        files,
        audit,
        new Enrolment(
            authority,
            parts.keep(
                new ServerCertificate(
                    "the coordinator", () -> authority.coordinator(HostNames.find()), clock)),
            names,
            tokens,
            new Revocations(new RevocationStore(records), names, tokens, audit, clock)));
  }
}
