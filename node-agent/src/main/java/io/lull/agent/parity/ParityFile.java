package io.lull.agent.parity;

import io.lull.protocol.wire.ParityHeader;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A parity file on this computer's disk, for inspection without an agent. */
public final class ParityFile {
  /** The suffix of such files' names. */
  public static final String ENDING = ".parity";

  private final Path file;
  private final ParityFormat format;

  private ParityFile(Path file, ParityFormat format) {
    this.file = file;
    this.format = format;
  }

  /**
   * @throws IOException if there is no such file, or it is not an intact parity file
   */
  public static ParityFile open(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      final ByteBuffer start = ByteBuffer.allocate(ParityFormat.MAX_START_BYTES);
      while (start.hasRemaining() && channel.read(start, start.position()) >= 0) {
        // until the end
      }
      final ParityFormat format =
          ParityFormat.parse(start.flip(), String.valueOf(file.getFileName()));
      if (channel.size() != format.fileBytes()) {
        throw new IOException(
            file.getFileName()
                + " is "
                + channel.size()
                + " bytes long and should be "
                + format.fileBytes());
      }
      return new ParityFile(file, format);
    }
  }

  public Path file() {
    return file;
  }

  public ParityHeader header() {
    return format.header();
  }

  public long bytes() {
    return format.fileBytes();
  }

  /** Reads every block, to verify the file. */
  public void verifyAll() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (int row = 0; row < format.stripes().parities(); row++) {
        for (int block = 0; block < format.blocks(); block++) {
          verify(channel, row, block);
        }
      }
    }
  }

  private void verify(FileChannel channel, int row, int block) throws IOException {
    final int length = format.blockBytes(block);
    final ByteBuffer record = ByteBuffer.allocate(format.recordBytes(length));
    final long at = format.recordAt(row, block);
    while (record.hasRemaining()) {
      if (channel.read(record, at + record.position()) < 0) {
        throw new EOFException(file.getFileName() + " ends too early");
      }
    }
    if (ParityRecord.parse(record.flip(), length, format.stripes().needed()).isEmpty()) {
      throw new IOException(
          file.getFileName()
              + " is damaged: block "
              + block
              + " of row "
              + row
              + " does not match its checksum");
    }
  }
}
