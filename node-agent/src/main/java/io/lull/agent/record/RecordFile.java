package io.lull.agent.record;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.lull.agent.file.DurableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of the owner's record: a checksum and the message.
 *
 * @param <M> the message
 */
final class RecordFile<M extends MessageLite> {
  private static final Logger LOG = LoggerFactory.getLogger(RecordFile.class);
  private static final int MAX_BYTES = 1 << 20;
  private static final String DAMAGED = ".damaged";

  private final Path file;
  private final Parser<M> parser;

  RecordFile(Path file, Parser<M> parser) {
    this.file = file;
    this.parser = parser;
  }

  /** Empty if there is none; an unreadable file is renamed. */
  Optional<M> read() {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(parse());
    } catch (IOException e) {
      LOG.warn(
          "cannot read the owner's record {}, now renamed to {}: {}",
          file,
          setAside(),
          e.getMessage());
      return Optional.empty();
    }
  }

  private M parse() throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException("it is over the limit of " + MAX_BYTES + " bytes");
    }
    final byte[] bytes = Files.readAllBytes(file);
    if (bytes.length < Integer.BYTES) {
      throw new IOException("it ends too early");
    }
    final ByteBuffer content =
        ByteBuffer.wrap(bytes, Integer.BYTES, bytes.length - Integer.BYTES).slice();
    if (ByteBuffer.wrap(bytes).getInt() != checksum(content.duplicate())) {
      throw new IOException("its checksum is wrong");
    }
    try {
      return parser.parseFrom(content);
    } catch (InvalidProtocolBufferException e) {
      throw new IOException("it is no record: " + e.getMessage(), e);
    }
  }

  private String setAside() {
    final Path aside = file.resolveSibling(file.getFileName() + DAMAGED);
    try {
      Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
      return aside.toString();
    } catch (IOException e) {
      return "nothing, for that fails too (" + e.getMessage() + ")";
    }
  }

  void write(M record) throws IOException {
    final byte[] content = record.toByteArray();
    final ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + content.length);
    bytes.putInt(checksum(ByteBuffer.wrap(content))).put(content);
    DurableFile.replace(file, bytes.array());
  }

  private static int checksum(ByteBuffer content) {
    final CRC32C sum = new CRC32C();
    sum.update(content);
    return (int) sum.getValue();
  }
}
