package io.lull.client.grid;

import io.lull.protocol.wire.BackupRequest;
import io.lull.protocol.wire.BackupView;
import io.lull.protocol.wire.BackupsGrpc;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Backups of the coordinator. Failures and threads as {@link GridClient}. */
public final class CoordinatorBackups {
  /** For a database of many gigabytes. */
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final GridHistory.Asking asking;

  CoordinatorBackups(GridHistory.Asking asking) {
    this.asking = asking;
  }

  /** Makes one, on the coordinator's computer. */
  public BackupView make() {
    return asking.ask(grid ->
        BackupsGrpc.newBlockingStub(grid.getChannel())
            .withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS)
            .make(BackupRequest.getDefaultInstance()));
  }
}
