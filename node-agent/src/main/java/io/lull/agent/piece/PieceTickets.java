package io.lull.agent.piece;

import com.google.protobuf.ByteString;
import io.lull.agent.file.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who may store and read which job's pieces: anyone who presents the job's ticket. Tickets are
 * stored beside the pieces, so that a restarted agent serves what it holds.
 */
public final class PieceTickets {
  private static final Logger LOG = LoggerFactory.getLogger(PieceTickets.class);
  private static final int MAX_JOBS = 256;
  private static final String FILE = "ticket";

  private record Ticket(ByteString secret, long limitBytes) {
    private static final String LIMIT = "limit ";
    private static final byte END_OF_LINE = '\n';

    /**
     * A line with the limit, then the secret; earlier versions wrote the secret alone.
     *
     * @return null: it is damaged
     */
    static @Nullable Ticket read(ByteString file) {
      final ByteString key = ByteString.copyFromUtf8(LIMIT);
      if (key.startsWith(file)) {
        return null;
      }
      if (!file.startsWith(key)) {
        return new Ticket(file, 0);
      }
      int end = key.size();
      while (end < file.size() && file.byteAt(end) != END_OF_LINE) {
        end++;
      }
      try {
        final long limit = Long.parseLong(file.substring(key.size(), end).toStringUtf8());
        return end + 1 < file.size() ? new Ticket(file.substring(end + 1), limit) : null;
      } catch (NumberFormatException e) {
        return null;
      }
    }

    byte[] file() {
      return ByteString.copyFromUtf8(LIMIT + limitBytes + (char) END_OF_LINE)
          .concat(secret)
          .toByteArray();
    }
  }

  private final PieceStore store;
  private final Map<String, Ticket> tickets = new LinkedHashMap<>();

  public PieceTickets(PieceStore store) {
    this.store = store;
  }

  /**
   * @param limitBytes of one piece of the job; 0: the limit given before, else the owner's
   */
  public synchronized void accept(String job, ByteString secret, long limitBytes)
      throws IOException {
    if (secret.isEmpty()) {
      return;
    }
    final Ticket before = find(job);
    final Ticket ticket =
        limitBytes == 0 && before != null && before.secret().equals(secret)
            ? before
            : new Ticket(secret, limitBytes);
    if (ticket.equals(before)) {
      return;
    }
    tickets.put(job, ticket);
    dropEldest();
    final Path folder = store.makeJobFolder(job);
    DurableFile.replaceSecret(folder.resolve(FILE), ticket.file());
  }

  /** The job has ended. */
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
    final Ticket restored = Ticket.read(ByteString.copyFrom(Files.readAllBytes(file)));
    if (restored == null) {
      LOG.warn("the piece ticket of {} is damaged: all requests are refused", job);
      return null;
    }
    tickets.put(job, restored);
    dropEldest();
    return restored;
  }

  private void dropEldest() {
    if (tickets.size() > MAX_JOBS) {
      tickets.remove(tickets.keySet().iterator().next());
    }
  }
}
