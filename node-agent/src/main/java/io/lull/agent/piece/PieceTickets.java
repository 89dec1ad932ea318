package io.lull.agent.piece;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who may put and get which job's pieces: whoever shows the job's ticket. They are kept beside the
 * pieces, so that an agent that starts again serves what it holds.
 */
public final class PieceTickets {
  private static final int MAX_JOBS = 256;
  private static final String FILE = "ticket";

  private record Ticket(ByteString secret, long limitBytes) {}

  private final PieceStore store;
  private final Map<String, Ticket> tickets = new LinkedHashMap<>();

  public PieceTickets(PieceStore store) {
    this.store = store;
  }

  /**
   * @param limitBytes of one piece of the job; 0: what the owner allows
   */
  public synchronized void accept(String job, ByteString secret, long limitBytes)
      throws IOException {
    if (secret.isEmpty()) {
      return;
    }
    final Ticket ticket = new Ticket(secret, limitBytes);
    if (ticket.equals(tickets.put(job, ticket))) {
      return;
    }
    if (tickets.size() > MAX_JOBS) {
      tickets.remove(tickets.keySet().iterator().next());
    }
    final Path folder = Files.createDirectories(store.jobFolder(job));
    final Path temporary = folder.resolve(FILE + ".tmp");
    Files.deleteIfExists(temporary);
    if (temporary.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          temporary,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.write(temporary, secret.toByteArray());
    Files.move(
        temporary,
        folder.resolve(FILE),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** The job is over. */
  public synchronized void forget(String job) throws IOException {
    tickets.remove(job);
    Files.deleteIfExists(store.jobFolder(job).resolve(FILE));
  }

  synchronized boolean admits(String job, ByteString shown) throws IOException {
    final Ticket ticket = find(job);
    return ticket != null
        && MessageDigest.isEqual(ticket.secret().toByteArray(), shown.toByteArray());
  }

  synchronized boolean fits(String job, long bytes) throws IOException {
    final Ticket ticket = find(job);
    return ticket != null && (ticket.limitBytes() == 0 || bytes <= ticket.limitBytes());
  }

  private @Nullable Ticket find(String job) throws IOException {
    final Ticket known = tickets.get(job);
    final Path file = store.jobFolder(job).resolve(FILE);
    if (known != null || !Files.exists(file)) {
      return known;
    }
    return new Ticket(ByteString.copyFrom(Files.readAllBytes(file)), 0);
  }
}
