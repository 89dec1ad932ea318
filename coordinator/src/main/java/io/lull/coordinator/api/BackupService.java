package io.lull.coordinator.api;

import io.grpc.stub.StreamObserver;
import io.lull.coordinator.access.CallerContext;
import io.lull.coordinator.audit.Action;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.backup.Backups;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.wire.BackupRequest;
import io.lull.protocol.wire.BackupView;
import io.lull.protocol.wire.BackupsGrpc;

/** The gRPC service that makes backups; for administrators. */
public final class BackupService extends BackupsGrpc.BackupsImplBase {
  private final Backups backups;
  private final AuditLog audit;

  public BackupService(Backups backups, AuditLog audit) {
    this.backups = backups;
    this.audit = audit;
  }

  @Override
  public void make(BackupRequest request, StreamObserver<BackupView> reply) {
    final Caller caller = CallerContext.current();
    Replies.answer(
        reply,
        () -> {
          final Backups.Backup backup = backups.make();
          audit.did(caller, Action.BACK_UP, backup.folder().getFileName().toString(), "");
          return BackupView.newBuilder()
              .setFolder(backup.folder().toString())
              .setBytes(backup.bytes())
              .build();
        });
  }
}
