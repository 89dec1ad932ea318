package io.lull.agent.piece;

import io.lull.agent.file.DurableFile;
import io.lull.agent.worker.WorkerFolder;
import io.lull.platform.guest.GuestFolder;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.HeldPiece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pieces on this node's disk. A piece gets its name only when it is complete and synced: it is
 * written to a temporary file, forced to the disk, renamed, and the folder is forced too.
 */
public final class PieceStore {
  private static final Logger LOG = LoggerFactory.getLogger(PieceStore.class);

  /** No job has this many: a limit above them keeps none. */
  public static final long ALL_GENERATIONS = Long.MAX_VALUE / 2;

  private static final String TEMPORARY = ".tmp";

  private final Path folder;
  private final LongSupplier quotaBytes;
  private final Map<PieceId, Long> held = new HashMap<>();
  private final Map<String, GenerationStanding> standings = new HashMap<>();
  private long arriving;
  private long temporaries;

  private PieceStore(Path folder, LongSupplier quotaBytes) {
    this.folder = folder;
    this.quotaBytes = quotaBytes;
  }

  /** Scans the folder; deletes what an earlier agent left incomplete. */
  public static PieceStore open(Path folder, LongSupplier quotaBytes) throws IOException {
    final PieceStore store = new PieceStore(folder, quotaBytes);
    Files.createDirectories(folder);
    DurableFile.forceFolder(folder);
    for (final Path job : list(folder)) {
      for (final Path file : list(job)) {
        final String name = file.getFileName().toString();
        if (name.endsWith(TEMPORARY)) {
          deleteIncomplete(file);
          continue;
        }
        final Optional<PieceId> id = PieceId.of(job.getFileName().toString(), name);
        if (id.isPresent()) {
          store.held.put(id.get(), Files.size(file));
        }
      }
    }
    return store;
  }

  /** A start does not fail because of it. */
  private static void deleteIncomplete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      LOG.warn("{} is incomplete and cannot be deleted: {}", file, e.toString());
    }
  }

  /** What is reported to the coordinator: only pieces that are on the disk now. */
  public synchronized List<HeldPiece> held() {
    List.copyOf(held.keySet()).forEach(this::forgetIfGone);
    return held.entrySet().stream()
        .map(piece ->
            HeldPiece.newBuilder()
                .setJob(piece.getKey().job())
                .setGeneration(piece.getKey().generation())
                .setRank(piece.getKey().rank())
                .setBytes(piece.getValue())
                .setParity(piece.getKey().parity())
                .build())
        .toList();
  }

  public synchronized Optional<Path> find(PieceId id) {
    forgetIfGone(id);
    return held.containsKey(id) ? Optional.of(path(id)) : Optional.empty();
  }

  /** A piece whose file was deleted no longer counts. */
  private void forgetIfGone(PieceId id) {
    if (held.containsKey(id) && !Files.isRegularFile(path(id), LinkOption.NOFOLLOW_LINKS)) {
      LOG.warn("the file of {} has disappeared from this node's disk", id);
      held.remove(id);
    }
  }

  /**
   * Takes a file that a worker of this node wrote out of its reach. The worker's file is gone
   * afterwards, even if it is not kept: each generation has its own files, and refused ones would
   * accumulate.
   *
   * @throws IOException if there is no plain file of that name
   */
  TakenPiece take(PieceId id, GuestFolder from, String name) throws IOException {
    final Path temporary = temporary(id);
    from.take(name, temporary);
    return new TakenPiece(this, id, temporary);
  }

  /**
   * Keeps a complete file that is out of everybody's reach; durable when this returns.
   *
   * @return where it is then
   */
  Path keep(PieceId id, Path temporary, long bytes) throws IOException {
    synchronized (this) {
      makeRoom(id, bytes);
      arriving += bytes;
    }
    try {
      settle(id, temporary, bytes);
    } finally {
      synchronized (this) {
        arriving -= bytes;
      }
    }
    return path(id);
  }

  /**
   * Reads a part of it.
   *
   * @return the number of bytes, fewer at the end of the file
   * @throws NoSuchFileException if it is not here
   */
  public ByteBuffer read(PieceId id, long offset, int length) throws IOException {
    final Path file = find(id).orElseThrow(() -> new NoSuchFileException(id + " is not here"));
    final ByteBuffer bytes = ByteBuffer.allocate(length);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (bytes.hasRemaining() && channel.read(bytes, offset + bytes.position()) >= 0) {
        // until the end
      }
    }
    return bytes.flip();
  }

  /**
   * Starts to store a piece that comes over the network or is made here.
   *
   * @throws NoRoomException if the quota does not allow it
   */
  public Arrival receive(PieceId id, long bytes) throws IOException {
    final Path temporary = reserve(id, bytes);
    try {
      return new Arrival(
          id,
          bytes,
          temporary,
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    } catch (IOException e) {
      release(temporary, bytes);
      throw e;
    }
  }

  /**
   * Puts a piece at a path where a worker can read it, without a copy if the disk allows.
   *
   * @throws NoSuchFileException if it is not here
   */
  public void lend(PieceId id, Path to) throws IOException {
    final Path file =
        find(id).orElseThrow(() -> new NoSuchFileException(id + " is not on this node any more"));
    Files.deleteIfExists(to);
    try {
      Files.createLink(to, file);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | IOException e) {
      Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * The newest committed generation, which never makes room for another.
   *
   * @param known all generations between the two were abandoned
   */
  public synchronized void committed(String job, long generation, long known) {
    final GenerationStanding before = standings.getOrDefault(job, GenerationStanding.NOTHING);
    if (known >= before.known()) {
      standings.put(job, new GenerationStanding(generation, known, before.givenUp()));
    }
  }

  /** The generation will never be committed: its pieces are deleted, later ones refused. */
  public synchronized void giveUp(String job, long generation) throws IOException {
    final GenerationStanding before = standings.getOrDefault(job, GenerationStanding.NOTHING);
    standings.put(
        job,
        new GenerationStanding(
            before.committed(), before.known(), Math.max(before.givenUp(), generation)));
    for (final PieceId id : of(job)) {
      if (id.generation() == generation) {
        remove(id);
      }
    }
  }

  /** Older generations are obsolete. */
  public synchronized void drop(String job, long keepFromGeneration) throws IOException {
    for (final PieceId id : of(job)) {
      if (id.generation() < keepFromGeneration) {
        remove(id);
      }
    }
    if (keepFromGeneration > ALL_GENERATIONS) {
      standings.remove(job);
    }
    if (of(job).isEmpty()) {
      deleteIfEmpty(jobFolder(job));
    }
  }

  Path jobFolder(String job) {
    return folder.resolve(WorkerFolder.checkedId(job));
  }

  Path makeJobFolder(String job) throws IOException {
    final Path made = jobFolder(job);
    DurableFile.makeFolder(made);
    return made;
  }

  private Path path(PieceId id) {
    return jobFolder(id.job()).resolve(id.fileName());
  }

  private void checkWanted(PieceId id) throws IOException {
    final GenerationStanding standing =
        standings.getOrDefault(id.job(), GenerationStanding.NOTHING);
    if (id.generation() == standing.givenUp()) {
      throw new GivenUpException(id + " was given up");
    }
  }

  private synchronized Path reserve(PieceId id, long bytes) throws IOException {
    makeRoom(id, bytes);
    arriving += bytes;
    return temporary(id);
  }

  private synchronized Path temporary(PieceId id) throws IOException {
    return makeJobFolder(id.job()).resolve(id.fileName() + "." + temporaries++ + TEMPORARY);
  }

  private void makeRoom(PieceId id, long bytes) throws IOException {
    checkWanted(id);
    final long quota = quotaBytes.getAsLong();
    for (final PieceId old : droppable(id)) {
      if (used() + bytes <= quota) {
        break;
      }
      LOG.info("{} makes room for {}", old, id);
      remove(old);
    }
    if (used() + bytes > quota) {
      throw new NoRoomException(
          "a piece of "
              + Sizes.format(bytes)
              + " does not fit: "
              + Sizes.format(used())
              + " of the "
              + Sizes.format(quota)
              + " that the owner allows are taken");
    }
  }

  /**
   * Pieces that may be deleted: abandoned ones of the same job, then older ones, the oldest first;
   * never one that is or may be the newest committed.
   */
  private List<PieceId> droppable(PieceId coming) {
    final GenerationStanding standing =
        standings.getOrDefault(coming.job(), GenerationStanding.NOTHING);
    return of(coming.job()).stream()
        .filter(id -> standing.yieldsTo(coming.generation(), id.generation()))
        .sorted(
            Comparator.comparing((PieceId id) -> id.generation() < standing.committed())
                .thenComparingLong(PieceId::generation))
        .toList();
  }

  private void settle(PieceId id, Path temporary, long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.READ)) {
      channel.force(true);
    }
    synchronized (this) {
      checkWanted(id);
      Files.move(
          temporary, path(id), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      held.put(id, bytes);
    }
    DurableFile.forceFolder(jobFolder(id.job()));
  }

  private synchronized void release(Path temporary, long bytes) throws IOException {
    arriving -= bytes;
    Files.deleteIfExists(temporary);
  }

  private void remove(PieceId id) throws IOException {
    Files.deleteIfExists(path(id));
    held.remove(id);
  }

  private long used() {
    return arriving + held.values().stream().mapToLong(Long::longValue).sum();
  }

  private List<PieceId> of(String job) {
    return held.keySet().stream().filter(id -> id.job().equals(job)).toList();
  }

  private static void deleteIfEmpty(Path folder) throws IOException {
    if (Files.isDirectory(folder) && list(folder).isEmpty()) {
      Files.delete(folder);
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }

  /** A piece that is being stored; closed without {@link #commit}, it leaves nothing. */
  public final class Arrival implements AutoCloseable {
    private final PieceId id;
    private final long bytes;
    private final Path temporary;
    private final FileChannel channel;
    private long written;
    private boolean closed;

    private Arrival(PieceId id, long bytes, Path temporary, FileChannel channel) {
      this.id = id;
      this.bytes = bytes;
      this.temporary = temporary;
      this.channel = channel;
    }

    public void write(ByteBuffer content) throws IOException {
      if (written + content.remaining() > bytes) {
        throw new WrongLengthException(id + " is longer than announced");
      }
      while (content.hasRemaining()) {
        written += channel.write(content);
      }
    }

    /** The piece is durable when this returns. */
    public long commit() throws IOException {
      if (written != bytes) {
        throw new WrongLengthException(
            id + " has " + written + " bytes, not " + bytes + ": it was cut off");
      }
      settle(id, temporary, bytes);
      return bytes;
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        channel.close();
        release(temporary, bytes);
      }
    }
  }
}
