package io.lull.reconfig.checkpoint;

import io.lull.reconfig.comm.Conversation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes copies of other workers' pieces, as {@link PieceSender} sends them, into the pieces folder,
 * where the agent finds them. The last one of each rank stays open, so that the next need bring
 * only what has changed; several threads.
 */
public final class PieceReceiver implements Conversation.Answerer, AutoCloseable {
  /** Of so many ranks at most the last piece stays open. */
  private static final int MOST_OPEN = 8;

  private static final int PART_BYTES = 1 << 20;

  /** From one piece to the next; a peer that has been silent for longer is to call again. */
  public static final Duration LONGEST_SILENCE = Duration.ofMinutes(30);

  static final Duration LONGEST_PIECE = Duration.ofMinutes(2);

  /** A piece whose file the agent may have taken over, and even dropped. */
  private record Kept(long generation, Path path, PieceFile file, ReceivedRecords records) {}

  private record Head(long generation, long base, int rank, long length) {}

  private final Path folder;
  private final PieceCost cost;
  private final Map<Integer, Kept> open = new LinkedHashMap<>(MOST_OPEN, 0.75f, true);
  private boolean closed;

  /**
   * @param folder the worker's pieces
   * @param cost of the worker's pieces, with these
   */
  public PieceReceiver(Path folder, PieceCost cost) {
    this.folder = folder;
    this.cost = cost;
  }

  /** Its own: a piece that the agent has put there for the worker to read has another. */
  static String fileName(long generation, int rank) {
    return "copy-" + PieceWriter.fileName(generation, rank);
  }

  /** One piece after the other, until the peer hangs up. */
  @Override
  public void answer(String peer, Conversation conversation) throws IOException {
    while (true) {
      conversation.within(LONGEST_SILENCE);
      final Head head = head(conversation);
      conversation.within(LONGEST_PIECE);
      final long begin = cost.begin();
      try {
        receive(conversation, head);
      } finally {
        cost.since(begin);
      }
      conversation.write(
          ByteBuffer.allocate(Long.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putLong(head.length())
              .flip());
    }
  }

  private void receive(Conversation conversation, Head head) throws IOException {
    final @Nullable Kept base = base(head);
    final Path file = folder.resolve(fileName(head.generation(), head.rank()));
    final Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    Files.createDirectories(folder);
    if (Files.getFileStore(folder).getUsableSpace() < head.length()) {
      throw new IOException("there is no room for a piece of " + head.length() + " bytes");
    }
    Files.deleteIfExists(temporary);
    final PieceFile copy = PieceFile.create(temporary, head.length());
    boolean kept = false;
    try {
      conversation.write(ByteBuffer.wrap(new byte[] {base == null ? 0 : PieceSender.HAS_BASE}));
      final ReceivedRecords records = take(conversation, head, base, copy);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      PieceWriter.syncFolder(folder);
      keep(head.rank(), new Kept(head.generation(), file, copy, records));
      kept = true;
    } finally {
      if (!kept) {
        copy.close();
        Files.deleteIfExists(temporary);
      }
    }
  }

  private static Head head(Conversation conversation) throws IOException {
    final ByteBuffer head =
        ByteBuffer.allocate(PieceSender.HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    conversation.fill(head);
    head.flip();
    final long generation = head.getLong();
    final long base = head.getLong();
    final Head said = new Head(generation, base, head.getInt(), head.getLong());
    if (said.generation() <= 0 || said.rank() < 0 || said.length() < 0) {
      throw new IOException("that is no piece: " + said);
    }
    return said;
  }

  private synchronized @Nullable Kept base(Head head) {
    final @Nullable Kept kept = open.get(head.rank());
    return kept != null && kept.generation() == head.base() && kept.records().areAllKnown()
        ? kept
        : null;
  }

  private ReceivedRecords take(
      Conversation conversation, Head head, @Nullable Kept base, PieceFile copy)
      throws IOException {
    final ReceivedRecords records = new ReceivedRecords();
    final ByteBuffer part = conversation.place(PART_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    while (copy.length() < head.length()) {
      conversation.fill(part.clear().limit(Integer.BYTES));
      final int bytes = part.getInt(0);
      if (bytes > 0) {
        literal(conversation, fitting(bytes, head, copy), part, copy, records);
      } else {
        conversation.fill(part.clear().limit(PieceSender.COPY_BYTES - Integer.BYTES));
        final long offset = part.getLong(0);
        if (base == null || offset < 0) {
          throw new IOException("there is nothing to copy from");
        }
        same(base, offset, fitting(part.getInt(Long.BYTES), head, copy), head, copy, records);
      }
    }
    copy.complete();
    return records;
  }

  /**
   * @throws IOException when the base has it otherwise than it came; it is no base any more
   */
  private void same(
      Kept base, long offset, int bytes, Head head, PieceFile copy, ReceivedRecords records)
      throws IOException {
    final ReceivedRecords.Arriving record = records.next(copy.length(), bytes);
    copy.copy(base.file(), offset, bytes, record::add);
    if (!record.isSame(base.records(), offset)) {
      forget(head.rank(), base);
      throw new IOException(
          "the copy of generation " + base.generation() + " was damaged since it came");
    }
    record.end();
  }

  private static int fitting(int bytes, Head head, PieceFile copy) throws IOException {
    if (bytes <= 0 || bytes > head.length() - copy.length()) {
      throw new IOException("a record of " + bytes + " bytes does not fit into the piece");
    }
    return bytes;
  }

  private static void literal(
      Conversation conversation,
      long bytes,
      ByteBuffer part,
      PieceFile copy,
      ReceivedRecords records)
      throws IOException {
    final ReceivedRecords.Arriving record = records.next(copy.length(), bytes);
    for (long left = bytes; left > 0; left -= part.limit()) {
      part.clear().limit((int) Math.min(left, PART_BYTES));
      conversation.fill(part);
      record.add(part.flip());
      copy.write(part);
    }
    record.end();
  }

  /** The next piece of the rank is brought as a whole. */
  private synchronized void forget(int rank, Kept damaged) throws IOException {
    if (open.remove(rank, damaged)) {
      damaged.file().close();
    }
  }

  private synchronized void keep(int rank, Kept newest) throws IOException {
    final @Nullable Kept before = open.put(rank, newest);
    if (before != null) {
      before.file().close();
      if (!before.path().equals(newest.path())) {
        // If the agent has not come for it, it will not.
        Files.deleteIfExists(before.path());
      }
    }
    if (open.size() > MOST_OPEN || closed) {
      final Iterator<Kept> all = open.values().iterator();
      final Kept oldest = all.next();
      all.remove();
      oldest.file().close();
      if (oldest.generation() < newest.generation()) {
        Files.deleteIfExists(oldest.path());
      }
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    for (final Kept kept : open.values()) {
      kept.file().close();
    }
    open.clear();
  }
}
