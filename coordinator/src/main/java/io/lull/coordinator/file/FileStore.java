package io.lull.coordinator.file;

import io.lull.coordinator.file.FileRefusedException.Kind;
import io.lull.coordinator.store.Vault;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.Blob;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files under one folder: {@code blobs} by the hash of their content, {@code outputs} by job and
 * name, {@code incoming} for those on their way, emptied at each start. Where several coordinators
 * share a store all files are in its vault too, before they count, and are fetched from there by
 * whoever leads next.
 */
public final class FileStore {
  public static final long MAX_BLOB_BYTES = 1L << 30;
  public static final long MAX_OUTPUT_BYTES = 8L << 30;

  /** Kept free for the coordinator's own records. */
  private static final long RESERVE_BYTES = 64L << 20;

  /** What their names in the vault begin with. */
  private static final String BLOB = "blob/";

  private static final String OUTPUT = "output/";
  private static final Logger LOG = LoggerFactory.getLogger(FileStore.class);
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern JOB = Pattern.compile("J[1-9][0-9]{0,17}");
  private static final Pattern NAME = Pattern.compile("[^/\\\\\\p{Cntrl}]{1,200}");

  private final Path blobs;
  private final Path outputs;
  private final Path incoming;
  private final Vault vault;
  private final AtomicLong uploads = new AtomicLong();

  private FileStore(Path folder, Vault vault) {
    this.vault = vault;
    this.blobs = folder.resolve("blobs");
    this.outputs = folder.resolve("outputs");
    this.incoming = folder.resolve("incoming");
  }

  public static FileStore open(Path folder, Vault vault) throws IOException {
    final FileStore store = new FileStore(folder, vault);
    Files.createDirectories(store.blobs);
    Files.createDirectories(store.outputs);
    Files.createDirectories(store.incoming);
    try (Stream<Path> torn = Files.list(store.incoming)) {
      for (final Path file : torn.toList()) {
        Files.delete(file);
      }
    }
    for (final String id : vault.ids(OUTPUT)) {
      // Another may have led since, and have another of the same name.
      Files.deleteIfExists(store.outputs.resolve(id.substring(OUTPUT.length())));
    }
    return store;
  }

  /**
   * Begins to take a program or an input.
   *
   * @param declaredBytes as the sender says; 0: not known
   */
  public Upload takeBlob(String name, long declaredBytes) throws FileRefusedException {
    checkName(name);
    return begin(
        name,
        declaredBytes,
        MAX_BLOB_BYTES,
        (file, sha256) -> {
          // The same content again: what is there was verified when it came.
          if (!vault.holds(BLOB + sha256)) {
            vault.put(BLOB + sha256, file);
          }
          if (!Files.exists(blob(sha256))) {
            publish(file, blobs, sha256.substring(0, 2), sha256);
          }
        });
  }

  /** Begins to take an output of a job; one of the same name is replaced. */
  public Upload takeOutput(String job, String name, long declaredBytes)
      throws FileRefusedException {
    output(job, name);
    return begin(
        name,
        declaredBytes,
        MAX_OUTPUT_BYTES,
        (file, sha256) -> {
          vault.put(OUTPUT + job + "/" + name, file);
          publish(file, outputs, job, name);
        });
  }

  /** The file with this content. */
  public Path blobFile(String sha256) throws FileRefusedException {
    if (!SHA256.matcher(sha256).matches()) {
      throw new FileRefusedException(
          Kind.WRONG, "a file's SHA-256 is written as 64 lower-case hexadecimal digits");
    }
    if (!Files.isRegularFile(blob(sha256))) {
      fetch(BLOB + sha256, blobs, sha256.substring(0, 2), sha256);
    }
    return present(
        blob(sha256), "no program or input " + sha256.substring(0, 12) + "… is kept here");
  }

  public boolean hasBlob(String sha256, long sizeBytes) {
    try {
      return Files.size(blobFile(sha256)) == sizeBytes;
    } catch (FileRefusedException | IOException e) {
      return false;
    }
  }

  public Path outputFile(String job, String name) throws FileRefusedException {
    if (!Files.isRegularFile(output(job, name))) {
      fetch(OUTPUT + job + "/" + name, outputs, job, name);
    }
    return present(output(job, name), "job " + job + " has no output '" + name + "'");
  }

  /** From the vault, if it is there. */
  private void fetch(String id, Path parent, String folderName, String name)
      throws FileRefusedException {
    final Path fetched = incoming.resolve(uploads.incrementAndGet() + ".part");
    try {
      if (vault.fetch(id, fetched)) {
        publish(fetched, parent, folderName, name);
      }
    } catch (IOException e) {
      throw noRoom(name, e);
    } finally {
      delete(fetched);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("{} is left over: {}", file, e.getMessage());
    }
  }

  private Upload begin(String name, long declaredBytes, long limitBytes, Upload.Publisher publisher)
      throws FileRefusedException {
    if (declaredBytes < 0 || declaredBytes > limitBytes) {
      throw new FileRefusedException(
          Kind.WRONG,
          "'" + name + "' is over the limit of " + Sizes.format(limitBytes) + " for one file");
    }
    try {
      final long room = Files.getFileStore(incoming).getUsableSpace() - RESERVE_BYTES;
      if (declaredBytes > room) {
        throw new FileRefusedException(
            Kind.NO_ROOM,
            "the coordinator's disk has no room for '"
                + name
                + "' of "
                + Sizes.format(declaredBytes)
                + ": free some space in its data folder");
      }
      return Upload.begin(
          incoming.resolve(uploads.incrementAndGet() + ".part"),
          name,
          declaredBytes,
          limitBytes,
          () -> keepReserve(name, incoming),
          publisher);
    } catch (IOException e) {
      throw noRoom(name, e);
    }
  }

  /** Whoever sends without saying how much must not fill the disk that the records are on. */
  private static void keepReserve(String name, Path folder)
      throws IOException, FileRefusedException {
    if (Files.getFileStore(folder).getUsableSpace() < RESERVE_BYTES) {
      throw new FileRefusedException(
          Kind.NO_ROOM,
          "the coordinator's disk has no room for all of '"
              + name
              + "': free some space in its data folder");
    }
  }

  static FileRefusedException noRoom(String name, IOException cause) {
    final FileRefusedException refused =
        new FileRefusedException(
            Kind.NO_ROOM,
            "the coordinator cannot store '"
                + name
                + "' ("
                + cause.getMessage()
                + "): see to the space in its data folder");
    refused.initCause(cause);
    return refused;
  }

  private Path blob(String sha256) {
    return blobs.resolve(sha256.substring(0, 2)).resolve(sha256);
  }

  private Path output(String job, String name) throws FileRefusedException {
    if (!JOB.matcher(job).matches()) {
      throw new FileRefusedException(Kind.WRONG, "'" + job + "' is not a job: it is written as J1");
    }
    checkName(name);
    return outputs.resolve(job).resolve(name);
  }

  private static void checkName(String name) throws FileRefusedException {
    if (!NAME.matcher(name).matches() || name.startsWith(".")) {
      throw new FileRefusedException(
          Kind.WRONG,
          "a file's name has up to 200 characters, no slash, and no dot in front: '"
              + name.replaceAll("\\p{Cntrl}", "?")
              + "' cannot be kept");
    }
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

  static Blob described(String name, String sha256, long sizeBytes) {
    return Blob.newBuilder().setName(name).setSha256(sha256).setSizeBytes(sizeBytes).build();
  }
}
