package io.lull.agent.file;

import com.google.protobuf.ByteString;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.lull.agent.network.NetworkBudget;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FilePart;
import io.lull.protocol.wire.FileRequest;
import io.lull.protocol.wire.FilesGrpc;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches and stores files at the coordinator; after a broken connection it waits and tries again.
 */
public final class CoordinatorFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorFiles.class);

  /** Of one message. */
  public static final int PART_BYTES = 256 << 10;

  static final int TRIES = 5;
  private static final Duration LINE_PATIENCE = Duration.ofSeconds(20);
  private static final Duration SHORTEST_DEADLINE = Duration.ofSeconds(30);

  /** A slower connection counts as broken. */
  private static final long LEAST_BYTES_PER_SECOND = 256 << 10;

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Channels channels;
  private final NetworkBudget network;
  private final CountDownLatch closed = new CountDownLatch(1);

  public CoordinatorFiles(Channels channels, NetworkBudget network) {
    this.channels = channels;
    this.network = network;
  }

  /**
   * Fetches a program or an input to a file, and verifies its content.
   *
   * @throws IOException with a sentence, if it cannot be fetched or differs
   */
  public void get(Blob blob, Path to) throws IOException, InterruptedException {
    attempt(
        "fetch " + blob.getName(),
        channel -> {
          receive(channel, blob, to);
          return blob;
        });
  }

  /**
   * Stores a file as an output of a job.
   *
   * @throws IOException with a sentence
   */
  public Blob put(String job, String worker, String name, FileSource file)
      throws IOException, InterruptedException {
    return attempt("store " + name, channel -> send(channel, job, worker, name, file));
  }

  /** Stops retrying. */
  @Override
  public void close() {
    closed.countDown();
  }

  private interface Try {
    Blob on(Channel channel) throws IOException, InterruptedException;
  }

  private Blob attempt(String what, Try action) throws IOException, InterruptedException {
    IOException last = null;
    for (int i = 0; i < TRIES; i++) {
      final @Nullable Channel channel = channels.await(LINE_PATIENCE).orElse(null);
      if (channel == null) {
        last = new IOException("no coordinator can be reached");
        continue;
      }
      try {
        return action.on(channel);
      } catch (IOException e) {
        if (isFinal(e)) {
          throw e;
        }
        LOG.warn("cannot {}: {} (try {} of {})", what, e.getMessage(), i + 1, TRIES);
        last = e;
      }
      if (closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
        break;
      }
    }
    throw new IOException(
        "could not " + what + ": " + (last == null ? "" : last.getMessage()), last);
  }

  private static boolean isFinal(IOException e) {
    return switch (Status.fromThrowable(e).getCode()) {
      case NOT_FOUND,
          INVALID_ARGUMENT,
          PERMISSION_DENIED,
          UNAUTHENTICATED,
          FAILED_PRECONDITION,
          OUT_OF_RANGE,
          UNIMPLEMENTED ->
          true;
      default -> false;
    };
  }

  private void receive(Channel channel, Blob blob, Path to)
      throws IOException, InterruptedException {
    final MessageDigest digest = sha256();
    long bytes = 0;
    try (OutputStream out = Files.newOutputStream(to);
        NetworkBudget.Transfer transfer = network.begin()) {
      final Iterator<FilePart> parts =
          FilesGrpc.newBlockingStub(channel)
              .withDeadlineAfter(deadline(blob.getSizeBytes()).toMillis(), TimeUnit.MILLISECONDS)
              .get(FileRequest.newBuilder().setSha256(blob.getSha256()).build());
      while (parts.hasNext()) {
        final ByteString content = parts.next().getContent();
        bytes += content.size();
        if (bytes > blob.getSizeBytes()) {
          throw new IOException(blob.getName() + " is longer than announced");
        }
        digest.update(content.asReadOnlyByteBuffer());
        content.writeTo(out);
        transfer.pass(content.size());
      }
    } catch (StatusRuntimeException e) {
      throw new IOException(UploadCall.describe(e), e);
    }
    final String found = HexFormat.of().formatHex(digest.digest());
    if (!found.equals(blob.getSha256())) {
      throw new IOException(
          blob.getName()
              + " came damaged ("
              + Sizes.format(bytes)
              + " of "
              + Sizes.format(blob.getSizeBytes())
              + ")");
    }
  }

  private Blob send(Channel channel, String job, String worker, String name, FileSource file)
      throws IOException, InterruptedException {
    try (FileChannel opened = file.open()) {
      return send(channel, job, worker, name, opened);
    }
  }

  private Blob send(Channel channel, String job, String worker, String name, FileChannel file)
      throws IOException, InterruptedException {
    final long size = file.size();
    final UploadCall<FilePart, Blob> upload =
        UploadCall.open(answer ->
            FilesGrpc.newStub(channel)
                .withDeadlineAfter(deadline(size).toMillis(), TimeUnit.MILLISECONDS)
                .put(answer));
    final MessageDigest digest = sha256();
    final InputStream in = java.nio.channels.Channels.newInputStream(file);
    try (NetworkBudget.Transfer transfer = network.begin()) {
      FilePart.Builder part =
          FilePart.newBuilder()
              .setHead(
                  FileHead.newBuilder()
                      .setName(name)
                      .setJob(job)
                      .setWorker(worker)
                      .setSizeBytes(size));
      long left = size;
      do {
        // A log may grow meanwhile: only what was there at the start is sent.
        final byte[] bytes = in.readNBytes((int) Math.min(left, PART_BYTES));
        digest.update(bytes);
        transfer.pass(bytes.length);
        upload.send(part.setContent(ByteString.copyFrom(bytes)).build());
        part = FilePart.newBuilder();
        left -= bytes.length;
        if (bytes.length == 0 && left > 0) {
          throw new IOException(name + " became shorter during the read");
        }
      } while (left > 0);
      final Blob stored = upload.finish();
      final String sent = HexFormat.of().formatHex(digest.digest());
      if (!stored.getSha256().equals(sent)) {
        throw new IOException("the coordinator stored something else as " + name);
      }
      return stored;
    } catch (IOException | InterruptedException e) {
      upload.abandon("cannot send the file");
      throw e;
    }
  }

  private static Duration deadline(long bytes) {
    return SHORTEST_DEADLINE.plusSeconds(bytes / LEAST_BYTES_PER_SECOND);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
