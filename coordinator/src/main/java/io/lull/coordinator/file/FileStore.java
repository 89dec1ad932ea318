package io.lull.coordinator.file;

import io.lull.coordinator.core.store.FileRecords;
import io.lull.coordinator.file.FileRefusedException.Kind;
import io.lull.protocol.records.FileRecord;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files under one folder: {@code blobs} by the hash of their content, {@code outputs} by job and
 * name, {@code incoming} for those on their way, emptied at each start. Where several coordinators
 * share a store, all files are among its shared files too, before they count, and the next leader
 * fetches them from there.
 */
public final class FileStore {
  public static final long MAX_BLOB_BYTES = 1L << 30;
  public static final long MAX_OUTPUT_BYTES = 8L << 30;

  /** Kept free for the coordinator's own records. */
  private static final long RESERVE_BYTES = 64L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(FileStore.class);

  private final Path blobs;
  private final Path outputs;
  private final Path incoming;
  private final SharedFiles sharedFiles;
  private final FileRecords records;
  private final FileQuota quota;
  private final FileIndex index;
  private final NamedLocks locks = new NamedLocks();
  private final AtomicLong uploads = new AtomicLong();

  private FileStore(
      Path folder, SharedFiles sharedFiles, FileRecords records, FileQuota quota, Clock clock) {
    this.sharedFiles = sharedFiles;
    this.records = records;
    this.quota = quota;
    this.index = new FileIndex(clock);
    this.blobs = folder.resolve("blobs");
    this.outputs = folder.resolve("outputs");
    this.incoming = folder.resolve("incoming");
  }

  /**
   * @param records what is known of programs and inputs
   * @param quota what all files may take
   */
  public static FileStore open(
      Path folder, SharedFiles sharedFiles, FileRecords records, FileQuota quota, Clock clock)
      throws IOException {
    final FileStore store = new FileStore(folder, sharedFiles, records, quota, clock);
    Files.createDirectories(store.blobs);
    Files.createDirectories(store.outputs);
    Files.createDirectories(store.incoming);
    try (Stream<Path> torn = Files.list(store.incoming)) {
      for (final Path file : torn.toList()) {
        Files.delete(file);
      }
    }
    sharedFiles.finishDrops();
    new FileInventory(store.blobs, store.outputs, sharedFiles, records, clock).count(store.index);
    return store;
  }

  /**
   * Begins to take a program or an input.
   *
   * @param owner whose it is
   * @param declaredBytes as the sender says; 0: not known
   */
  public IncomingFile takeBlob(String owner, String name, long declaredBytes)
      throws FileRefusedException {
    FileNames.checkName(name);
    return begin(
        name,
        declaredBytes,
        MAX_BLOB_BYTES,
        (file, sha256) -> locks.alone(sha256, () -> keepBlob(file, sha256, owner)));
  }

  private void keepBlob(Path file, String sha256, String owner) throws IOException {
    final long bytes = Files.size(file);
    // The same content again: what is there was verified when it came.
    if (!sharedFiles.holds(FileNames.BLOB + sha256)) {
      sharedFiles.put(FileNames.BLOB + sha256, file);
    }
    if (!Files.exists(blob(sha256))) {
      publish(file, blobs, sha256.substring(0, 2), sha256);
    }
    final boolean known = index.sentBy(sha256, owner);
    final FileRecord record = index.came(sha256, owner, bytes);
    if (!known) {
      records.put(Map.of(sha256, record));
    }
  }

  /**
   * Keeps room for a file on its way until the promise is closed.
   *
   * @param owner of a program or an input; empty for an output
   * @return empty when there is none
   */
  public Optional<SpaceReservation> reservation(String owner, long bytes) {
    return index.reserve(owner, bytes, quota)
        ? Optional.of(new SpaceReservation(index, owner, bytes))
        : Optional.empty();
  }

  /** None of these programs and inputs is dropped until the hold is closed. */
  public Hold hold(Collection<String> sha256s) {
    index.hold(sha256s);
    return () -> index.release(sha256s);
  }

  /** See {@link #hold}. */
  public interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  /** What may be given up of all this. */
  public FileRemoval removal() {
    return new FileRemoval(this, records, index, quota);
  }

  /** Begins to take an output of a job; one of the same name is replaced. */
  public IncomingFile takeOutput(String job, String name, long declaredBytes)
      throws FileRefusedException {
    output(job, name);
    return begin(
        name,
        declaredBytes,
        MAX_OUTPUT_BYTES,
        (file, sha256) -> locks.alone(job, () -> keepOutput(file, job, name)));
  }

  private void keepOutput(Path file, String job, String name) throws IOException {
    final String id = FileNames.OUTPUT + job + "/" + name;
    final Path place = outputs.resolve(job).resolve(name);
    final long before = sharedFiles.shared() ? sharedFiles.bytes(id) : sizeOf(place);
    final long bytes = Files.size(file);
    sharedFiles.put(id, file);
    publish(file, outputs, job, name);
    index.outputGrew(job, FileIndex.onDisk(bytes) - (before < 0 ? 0 : FileIndex.onDisk(before)));
  }

  /** -1 when it is not there. */
  private static long sizeOf(Path file) throws IOException {
    return Files.isRegularFile(file) ? Files.size(file) : -1;
  }

  /** The file with this content. */
  public Path blobFile(String sha256) throws FileRefusedException {
    FileNames.checkHash(sha256);
    if (!Files.isRegularFile(blob(sha256))) {
      fetch(sha256, FileNames.BLOB + sha256, blobs, sha256.substring(0, 2), sha256);
    }
    return present(blob(sha256), "no program or input " + sha256.substring(0, 12) + "… is stored");
  }

  /** Gives up a program or an input; nobody who comes meanwhile sees a part of that. */
  void dropBlob(String sha256) throws IOException {
    locks.alone(
        sha256,
        () -> {
          if (index.has(sha256)) {
            // It came again just now.
            return;
          }
          records.remove(List.of(sha256));
          sharedFiles.drop(FileNames.BLOB + sha256);
          Files.deleteIfExists(blob(sha256));
        });
  }

  void dropOutputs(String job) throws IOException {
    locks.alone(
        job,
        () -> {
          for (final String id : sharedFiles.ids(FileNames.OUTPUT + job + "/")) {
            sharedFiles.drop(id);
          }
          final Path folder = outputs.resolve(job);
          if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
              for (final Path file : files.toList()) {
                Files.delete(file);
              }
            }
            Files.delete(folder);
          }
          index.outputsGone(job);
        });
  }

  /** Whether it is here; who has to rely on that holds it before. */
  public boolean hasBlob(String sha256, long sizeBytes) {
    try {
      final Path file = blobFile(sha256);
      if (!index.has(sha256)) {
        // It is just being dropped, or came by another member: it stays if it is still whole.
        locks.alone(sha256, () -> adopt(sha256));
      }
      return index.has(sha256) && Files.size(file) == sizeBytes;
    } catch (FileRefusedException | IOException e) {
      return false;
    }
  }

  /**
   * Whether this user has sent the file: a hash is no secret, and must not be enough to have a file
   * of somebody else's brought to a computer of one's own.
   */
  public boolean wasSentBy(String user, String sha256) {
    return index.sentBy(sha256, user);
  }

  private void adopt(String sha256) throws IOException {
    final Path file = blob(sha256);
    if (!index.has(sha256) && Files.isRegularFile(file)) {
      records.put(Map.of(sha256, index.came(sha256, "", Files.size(file))));
    }
  }

  public Path outputFile(String job, String name) throws FileRefusedException {
    if (!Files.isRegularFile(output(job, name))) {
      fetch(job, FileNames.OUTPUT + job + "/" + name, outputs, job, name);
    }
    return present(output(job, name), "job " + job + " has no output '" + name + "'");
  }

  /** From the shared files, if it is there. */
  private void fetch(String stripe, String id, Path parent, String folderName, String name)
      throws FileRefusedException {
    final Path fetched = incoming.resolve(uploads.incrementAndGet() + ".part");
    try {
      locks.alone(
          stripe,
          () -> {
            if (sharedFiles.fetch(id, fetched)) {
              publish(fetched, parent, folderName, name);
            }
          });
    } catch (IOException e) {
      throw FileRefusedException.noRoom(name, e);
    } finally {
      delete(fetched);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("Cannot delete {}: {}", file, e.getMessage());
    }
  }

  private IncomingFile begin(
      String name, long declaredBytes, long limitBytes, IncomingFile.Publisher publisher)
      throws FileRefusedException {
    if (declaredBytes < 0 || declaredBytes > limitBytes) {
      throw new FileRefusedException(
          Kind.WRONG,
          "'" + name + "' exceeds the limit of " + Sizes.format(limitBytes) + " per file");
    }
    try {
      final long room = Files.getFileStore(incoming).getUsableSpace() - RESERVE_BYTES;
      if (declaredBytes > room) {
        throw new FileRefusedException(
            Kind.NO_ROOM,
            "the coordinator's disk has too little space for '"
                + name
                + "' of "
                + Sizes.format(declaredBytes)
                + ": free some space in its data folder");
      }
      return IncomingFile.begin(
          incoming.resolve(uploads.incrementAndGet() + ".part"),
          name,
          declaredBytes,
          limitBytes,
          () -> keepReserve(name, incoming),
          publisher);
    } catch (IOException e) {
      throw FileRefusedException.noRoom(name, e);
    }
  }

  /** A sender that does not announce a size must not fill the disk of the records. */
  private static void keepReserve(String name, Path folder)
      throws IOException, FileRefusedException {
    if (Files.getFileStore(folder).getUsableSpace() < RESERVE_BYTES) {
      throw new FileRefusedException(
          Kind.NO_ROOM,
          "the coordinator's disk has too little space for all of '"
              + name
              + "': free some space in its data folder");
    }
  }

  private Path blob(String sha256) {
    return blobs.resolve(sha256.substring(0, 2)).resolve(sha256);
  }

  private Path output(String job, String name) throws FileRefusedException {
    FileNames.checkJob(job);
    FileNames.checkName(name);
    return outputs.resolve(job).resolve(name);
  }

  private static Path present(Path file, String orElse) throws FileRefusedException {
    if (!Files.isRegularFile(file)) {
      throw new FileRefusedException(Kind.MISSING, orElse);
    }
    return file;
  }

  private static void publish(Path file, Path parent, String folderName, String name)
      throws IOException {
    final Path folder = parent.resolve(folderName);
    Files.createDirectories(folder);
    final Path place = folder.resolve(name);
    try {
      Files.move(file, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(file, place, StandardCopyOption.REPLACE_EXISTING);
    }
    syncFolder(folder);
    syncFolder(parent);
  }

  /** Windows cannot open a folder; its file system orders renames itself. */
  private static void syncFolder(Path folder) throws IOException {
    if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
