package io.lull.client.grid;

import com.google.protobuf.ByteString;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import io.lull.client.ClientFailure;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FilePart;
import io.lull.protocol.wire.FileRequest;
import io.lull.protocol.wire.FilesGrpc;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/** Transfers files to and from the coordinator, in parts, each file verified by its hash. */
final class Transfers {
  static final int PART_BYTES = 256 << 10;

  /** For one file; 1 GiB then needs at least 5 Mbit/s. */
  static final Duration LIMIT = Duration.ofMinutes(30);

  Blob upload(FilesGrpc.FilesBlockingV2Stub files, Path file, TransferProgress progress)
      throws StatusException {
    final String name = String.valueOf(file.getFileName());
    final BlockingClientCall<FilePart, Blob> call =
        files.withDeadlineAfter(LIMIT.toMillis(), TimeUnit.MILLISECONDS).put();
    try (InputStream in = Files.newInputStream(file)) {
      final long size = Files.size(file);
      final MessageDigest digest = sha256();
      FilePart.Builder part =
          FilePart.newBuilder().setHead(FileHead.newBuilder().setName(name).setSizeBytes(size));
      long done = 0;
      while (true) {
        final byte[] bytes = in.readNBytes(PART_BYTES);
        digest.update(bytes);
        done += bytes.length;
        final boolean more = call.write(part.setContent(ByteString.copyFrom(bytes)).build());
        progress.at(name, done, size);
        if (!more || bytes.length < PART_BYTES) {
          break; // the end, or the coordinator has answered already
        }
        part = FilePart.newBuilder();
      }
      call.halfClose();
      final Blob blob = call.read();
      if (blob == null) {
        throw new ClientFailure(
            ClientFailure.Kind.FAILED, "the coordinator did not confirm " + file);
      }
      final String sha256 = HexFormat.of().formatHex(digest.digest());
      if (!sha256.equals(blob.getSha256()) || done != blob.getSizeBytes()) {
        throw new ClientFailure(
            ClientFailure.Kind.FAILED,
            file + " changed or was damaged while it was sent: try again");
      }
      return blob;
    } catch (IOException e) {
      call.cancel("the file cannot be read", e);
      throw new ClientFailure(
          ClientFailure.Kind.BAD_INPUT, file + " cannot be read: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      call.cancel("interrupted", e);
      throw new ClientFailure(ClientFailure.Kind.FAILED, "interrupted while sending " + file, e);
    }
  }

  Path download(
      FilesGrpc.FilesBlockingStub files,
      String job,
      Blob output,
      Path folder,
      TransferProgress progress)
      throws IOException {
    final String name = plainName(output.getName());
    final Path target = folder.resolve(name);
    Files.createDirectories(folder);
    final Path part = folder.resolve("." + name + "." + ProcessHandle.current().pid() + ".part");
    try {
      final Iterator<FilePart> parts =
          files
              .withDeadlineAfter(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
              .get(FileRequest.newBuilder().setJob(job).setName(output.getName()).build());
      final MessageDigest digest = sha256();
      long done = 0;
      try (OutputStream out = Files.newOutputStream(part)) {
        while (parts.hasNext()) {
          final ByteString content = parts.next().getContent();
          digest.update(content.asReadOnlyByteBuffer());
          content.writeTo(out);
          done += content.size();
          progress.at(name, done, output.getSizeBytes());
        }
      }
      final String sha256 = HexFormat.of().formatHex(digest.digest());
      if (done != output.getSizeBytes() || !sha256.equals(output.getSha256())) {
        throw new ClientFailure(
            ClientFailure.Kind.FAILED,
            "output " + name + " arrived damaged (" + done + " bytes): fetch it again");
      }
      return Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** An output's name must not lead out of the folder. */
  static String plainName(String name) {
    final boolean plain =
        !name.isEmpty()
            && !name.equals(".")
            && !name.equals("..")
            && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == ':' || c < ' ');
    if (!plain) {
      throw new ClientFailure(
          ClientFailure.Kind.FAILED,
          "the coordinator lists an output '" + name + "', which is not a file name");
    }
    return name;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
