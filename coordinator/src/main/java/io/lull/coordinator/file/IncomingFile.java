package io.lull.coordinator.file;

import io.lull.coordinator.file.FileRefusedException.Kind;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.Blob;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** An arriving file: invisible until {@link #finish}, deleted if closed before. */
public final class IncomingFile implements AutoCloseable {
  /** Puts the whole, synced file where it belongs. */
  interface Publisher {
    void publish(Path file, String sha256) throws IOException;
  }

  /** Whether there is room for more is looked at after each so many bytes. */
  private static final long CHECK_BYTES = 4L << 20;

  /** Refuses when there is no room for more. */
  interface Room {
    void check() throws IOException, FileRefusedException;
  }

  private final Path file;
  private final String name;
  private final long declaredBytes;
  private final long limitBytes;
  private final Room room;
  private final Publisher publisher;
  private final FileChannel channel;
  private final MessageDigest digest;
  private long bytes;
  private long checkedBytes;

  private IncomingFile(
      Path file,
      String name,
      long declaredBytes,
      long limitBytes,
      Room room,
      Publisher publisher,
      FileChannel channel) {
    this.file = file;
    this.name = name;
    this.declaredBytes = declaredBytes;
    this.limitBytes = limitBytes;
    this.room = room;
    this.publisher = publisher;
    this.channel = channel;
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  static IncomingFile begin(
      Path file, String name, long declaredBytes, long limitBytes, Room room, Publisher publisher)
      throws IOException {
    return new IncomingFile(
        file,
        name,
        declaredBytes,
        limitBytes,
        room,
        publisher,
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  /** How many have come. */
  public long bytes() {
    return bytes;
  }

  public void write(ByteBuffer content) throws FileRefusedException {
    bytes += content.remaining();
    if (bytes > limitBytes) {
      throw new FileRefusedException(
          Kind.WRONG,
          "'" + name + "' exceeds the limit of " + Sizes.format(limitBytes) + " per file");
    }
    digest.update(content.duplicate());
    try {
      if (bytes - checkedBytes >= CHECK_BYTES) {
        checkedBytes = bytes;
        room.check();
      }
      while (content.hasRemaining()) {
        channel.write(content);
      }
    } catch (IOException e) {
      throw FileRefusedException.noRoom(name, e);
    }
  }

  /** Syncs the file and puts it where it belongs. */
  public Blob finish() throws FileRefusedException {
    if (declaredBytes != 0 && declaredBytes != bytes) {
      throw new FileRefusedException(
          Kind.WRONG,
          "'"
              + name
              + "' arrived with "
              + bytes
              + " bytes instead of "
              + declaredBytes
              + ": send it again");
    }
    final String sha256 = HexFormat.of().formatHex(digest.digest());
    try {
      channel.force(true);
      channel.close();
      publisher.publish(file, sha256);
    } catch (IOException e) {
      throw FileRefusedException.noRoom(name, e);
    }
    return Blob.newBuilder().setName(name).setSha256(sha256).setSizeBytes(bytes).build();
  }

  /** Leaves nothing behind of what was not finished. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // The file is dropped in any case.
      org.slf4j.LoggerFactory.getLogger(IncomingFile.class).debug("closing {}", file, e);
    }
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      org.slf4j.LoggerFactory.getLogger(IncomingFile.class)
          .warn("Cannot delete {}: {}", file, e.getMessage());
    }
  }
}
