package io.lull.coordinator.api;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.lull.coordinator.access.CallerContext;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.file.FileRefusedException;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.file.IncomingFile;
import io.lull.coordinator.file.SpaceReservation;
import io.lull.coordinator.retention.FileEviction;
import io.lull.protocol.model.Role;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FilePart;
import io.lull.protocol.wire.FileRequest;
import io.lull.protocol.wire.FilesGrpc;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Programs and inputs from users to nodes, outputs from nodes to users. */
public final class FilesService extends FilesGrpc.FilesImplBase {
  /** So much more room is asked for at a time, for who does not say how long a file is. */
  private static final long STEP_BYTES = 4L << 20;

  private final FileStore files;
  private final GridCommands commands;
  private final FileEviction room;

  public FilesService(FileStore files, GridCommands commands, FileEviction room) {
    this.files = files;
    this.commands = commands;
    this.room = room;
  }

  @Override
  public StreamObserver<FilePart> put(StreamObserver<Blob> reply) {
    final Caller caller = CallerContext.current();
    final Receiver receiver = new Receiver(caller, reply);
    ((ServerCallStreamObserver<Blob>) reply).setOnCancelHandler(receiver::abandon);
    return receiver;
  }

  @Override
  public void get(FileRequest request, StreamObserver<FilePart> reply) {
    final Caller caller = CallerContext.current();
    final ServerCallStreamObserver<FilePart> stream = (ServerCallStreamObserver<FilePart>) reply;
    final FileDownload parts = new FileDownload(stream);
    Replies.stream(stream, () -> send(caller, request, parts));
  }

  private void send(Caller caller, FileRequest request, FileDownload parts)
      throws IOException, FileRefusedException {
    final Path file;
    if (request.getJob().isEmpty()) {
      if (!commands.mayFetch(caller, request.getSha256())) {
        throw new RefusedException(
            RefusedException.Kind.MISSING,
            "no job of user " + caller.name() + " has such a program or input");
      }
      file = files.blobFile(request.getSha256());
    } else {
      JobResults.refuseDropped(commands.ownJob(caller, request.getJob()));
      file = files.outputFile(request.getJob(), request.getName());
    }
    final FileHead head =
        FileHead.newBuilder()
            .setName(request.getName())
            .setJob(request.getJob())
            .setSizeBytes(Files.size(file))
            .build();
    try (InputStream content = new BufferedInputStream(Files.newInputStream(file))) {
      parts.send(head, content);
    }
  }

  private IncomingFile begin(Caller caller, FileHead head) throws FileRefusedException {
    if (caller.role() != Role.NODE) {
      if (!head.getJob().isEmpty()) {
        throw new RefusedException(
            RefusedException.Kind.NOT_ALLOWED, "only nodes of a job may upload its outputs");
      }
      return files.takeBlob(caller.name(), head.getName(), head.getSizeBytes());
    }
    final Job job = commands.job(head.getJob());
    if (!job.has(head.getWorker(), caller.name())) {
      throw new RefusedException(
          RefusedException.Kind.NOT_ALLOWED,
          caller.name() + " has no worker '" + head.getWorker() + "' of job " + head.getJob());
    }
    return files.takeOutput(head.getJob(), head.getName(), head.getSizeBytes());
  }

  /** Takes one file, part by part; the next part is asked for when this one is written. */
  private final class Receiver implements StreamObserver<FilePart> {
    private final Caller caller;
    private final StreamObserver<Blob> reply;
    private @Nullable IncomingFile incoming;
    private @Nullable SpaceReservation reservation;
    private boolean over;

    Receiver(Caller caller, StreamObserver<Blob> reply) {
      this.caller = caller;
      this.reply = reply;
    }

    @Override
    public void onNext(FilePart part) {
      if (over) {
        return;
      }
      try {
        IncomingFile current = incoming;
        if (current == null) {
          current = begin(caller, part.getHead());
          incoming = current;
          reservation = roomFor(Math.max(part.getHead().getSizeBytes(), part.getContent().size()));
        }
        growTo(current.bytes() + part.getContent().size());
        for (final ByteBuffer bytes : parts(part.getContent())) {
          current.write(bytes);
        }
      } catch (RuntimeException | IOException | FileRefusedException e) {
        refuse(e);
      }
    }

    @Override
    public void onError(Throwable failure) {
      abandon();
    }

    @Override
    public void onCompleted() {
      if (over) {
        return;
      }
      final IncomingFile current = incoming;
      if (current == null) {
        over = true;
        reply.onError(
            Status.INVALID_ARGUMENT.withDescription("no file was sent").asRuntimeException());
        return;
      }
      try (current) {
        final Blob blob = current.finish();
        over = true;
        reply.onNext(blob);
        reply.onCompleted();
      } catch (FileRefusedException e) {
        refuse(e);
      } finally {
        giveBack();
      }
    }

    private SpaceReservation roomFor(long bytes) throws IOException {
      return caller.role() == Role.NODE
          ? room.forOutput(bytes)
          : room.forBlob(caller.name(), bytes);
    }

    /** Of one who did not say how long it is, or something else. */
    private void growTo(long bytes) throws IOException {
      final SpaceReservation had = reservation;
      if (had != null && bytes > had.bytes()) {
        final long wanted = Math.max(bytes, had.bytes() + STEP_BYTES);
        had.close();
        reservation = roomFor(wanted);
      }
    }

    private void refuse(Exception failure) {
      abandon();
      reply.onError(Replies.status(failure).asRuntimeException());
    }

    private void abandon() {
      over = true;
      final IncomingFile current = incoming;
      if (current != null) {
        current.close();
      }
      giveBack();
    }

    private void giveBack() {
      final SpaceReservation had = reservation;
      reservation = null;
      if (had != null) {
        had.close();
      }
    }

    private Iterable<ByteBuffer> parts(ByteString content) {
      return content.asReadOnlyByteBufferList();
    }
  }
}
