package io.lull.coordinator.app;

import io.lull.coordinator.config.StartException;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.database.Database;
import io.lull.coordinator.database.StoreUrl;
import io.lull.coordinator.enrolment.Authority;
import io.lull.coordinator.file.SharedFiles;
import io.lull.coordinator.hazelcast.CachedRecords;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Identity;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * First stage: the data folder, the database, and the connections to other members.
 *
 * @param authorityFolder of the grid's certificate authority
 * @param members empty: this coordinator is alone
 * @param alone the records of a coordinator that is alone, still empty
 */
record StorageStage(
    CoordinatorFolder folder,
    Path authorityFolder,
    Optional<ClusterMembership> members,
    Database database,
    SharedFiles sharedFiles,
    Optional<CachedRecords> alone) {

  /** The database opens while the rest does: both take long. */
  static StorageStage open(
      CoordinatorOptions options,
      StoreUrl url,
      Monitoring monitoring,
      Clock clock,
      SecureRandom random,
      OpenParts parts)
      throws StartException, IOException, GeneralSecurityException {
    final CoordinatorFolder folder = parts.keep(CoordinatorFolder.open(options.data()));
    folder.delete(Coordinator.ADDRESS_FILE);
    final Path authority = folder.resolve("authority");
    final Optional<ClusterMembership> members =
        options.oneOfSeveral()
            ? Optional.of(
                parts.keep(
                    ClusterMembership.open(options, clock, random, monitoring.metrics().members())))
            : Optional.empty();
    final CompletableFuture<Database> opening =
        CompletableFuture.supplyAsync(() -> Database.open(url, monitoring.metrics().database()));
    parts.keep(() -> closeWhenOpen(opening));
    final Optional<CachedRecords> alone =
        members.isEmpty() ? Optional.of(parts.keep(CachedRecords.alone(random))) : Optional.empty();
    if (Identity.present(authority)) {
      present(Authority.open(authority, clock, random), monitoring, members);
    }
    final Database database = opened(opening);
    return new StorageStage(folder, authority, members, database, database.sharedFiles(), alone);
  }

  /** Shows the authority to the page and to the other members. */
  void present(Authority authority, Monitoring monitoring) throws IOException {
    present(authority, monitoring, members);
  }

  private static void present(
      Authority authority, Monitoring monitoring, Optional<ClusterMembership> members)
      throws IOException {
    monitoring.trust(authority);
    members.ifPresent(several -> several.meet(authority));
  }

  /** Copies the authority of the shared store into the data folder, if there is one. */
  void bringAuthority() throws IOException, StartException {
    SharedAuthority.bring(sharedFiles, authorityFolder, folder.resolve("authority.tmp"));
  }

  private static void closeWhenOpen(CompletableFuture<Database> opening) {
    final Database database;
    try {
      database = opening.join();
    } catch (CompletionException e) {
      // It did not open: there is nothing to close, and the caller has reported why.
      return;
    }
    database.close();
  }

  private static Database opened(CompletableFuture<Database> opening) {
    try {
      return opening.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StoreException known) {
        throw known;
      }
      throw e;
    }
  }
}
