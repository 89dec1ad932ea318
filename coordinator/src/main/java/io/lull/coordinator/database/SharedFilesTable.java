package io.lull.coordinator.database;

import io.lull.coordinator.file.SharedFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Files as rows of a megabyte, so that neither side ever holds one whole. */
final class SharedFilesTable implements SharedFiles {
  private static final int PART_BYTES = 1 << 20;

  /** What the first part's name begins with of a file that is being dropped. */
  private static final String DROPPED = "dropped/";

  /** How many parts are deleted in one transaction. */
  private static final int PARTS_AT_ONCE = 64;

  private final Transactions transactions;

  SharedFilesTable(Transactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public boolean holds(String id) {
    return transactions.reading(handle -> part(handle, id, 0)).isPresent();
  }

  @Override
  public List<String> ids(String prefix) {
    return transactions.reading(handle ->
        handle
            .createQuery(
                "select id from vault where part = 0 and substring(id, 1, :length) = :prefix"
                    + " order by id")
            .bind("length", prefix.length())
            .bind("prefix", prefix)
            .mapTo(String.class)
            .list());
  }

  @Override
  public Map<String, Long> sizes(String prefix) {
    return transactions.reading(handle -> {
      final Map<String, Long> sizes = new HashMap<>();
      handle
          .createQuery(
              "select id, sum(octet_length(content)) as bytes from vault"
                  + " where substring(id, 1, :length) = :prefix group by id")
          .bind("length", prefix.length())
          .bind("prefix", prefix)
          .map((row, context) -> Map.entry(row.getString("id"), row.getLong("bytes")))
          .forEach(entry -> sizes.put(entry.getKey(), entry.getValue()));
      return sizes;
    });
  }

  @Override
  public long bytes(String id) {
    return transactions.reading(handle ->
        handle
            .createQuery("select coalesce(sum(octet_length(content)), 0) from vault where id = :id")
            .bind("id", id)
            .mapTo(Long.class)
            .one());
  }

  @Override
  public boolean shared() {
    return true;
  }

  @Override
  public void put(String id, Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      transactions.writing(handle -> {
        // What is left of a drop that was cut short goes with it, so that no later one finishes it.
        handle
            .createUpdate("delete from vault where id in (:id, :dropped)")
            .bind("id", id)
            .bind("dropped", DROPPED + id)
            .execute();
        return putParts(handle, id, in);
      });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static int putParts(Handle handle, String id, InputStream in) {
    try {
      int part = 0;
      byte[] content = in.readNBytes(PART_BYTES);
      do {
        handle
            .createUpdate("insert into vault (id, part, content) values (:id, :part, :content)")
            .bind("id", id)
            .bind("part", part++)
            .bind("content", content)
            .execute();
        content = in.readNBytes(PART_BYTES);
      } while (content.length > 0);
      return part;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean fetch(String id, Path target) throws IOException {
    Optional<byte[]> content = transactions.reading(handle -> part(handle, id, 0));
    if (content.isEmpty()) {
      return false;
    }
    try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
      for (int next = 1; content.isPresent(); next++) {
        out.write(content.get());
        final int wanted = next;
        content = transactions.reading(handle -> part(handle, id, wanted));
      }
    }
    return true;
  }

  /**
   * Its first part is what others know it by: that goes under another name, which says that the
   * rest is to go. Not in one transaction: it would keep all others who write waiting.
   */
  @Override
  public void drop(String id) {
    transactions.writing(handle -> {
      handle
          .createUpdate("delete from vault where id = :dropped")
          .bind("dropped", DROPPED + id)
          .execute();
      return handle
          .createUpdate("update vault set id = :dropped where id = :id and part = 0")
          .bind("dropped", DROPPED + id)
          .bind("id", id)
          .execute();
    });
    finishDrop(id);
  }

  @Override
  public void finishDrops() {
    ids(DROPPED).forEach(dropped -> finishDrop(dropped.substring(DROPPED.length())));
  }

  private void finishDrop(String id) {
    int deleted;
    do {
      deleted =
          transactions.writing(handle ->
              handle
                  .createUpdate(
                      "delete from vault where id = :id and part in (select part from vault"
                          + " where id = :id order by part limit :most)")
                  .bind("id", id)
                  .bind("most", PARTS_AT_ONCE)
                  .execute());
    } while (deleted == PARTS_AT_ONCE);
    transactions.writing(handle ->
        handle
            .createUpdate("delete from vault where id = :dropped")
            .bind("dropped", DROPPED + id)
            .execute());
  }

  private static Optional<byte[]> part(Handle handle, String id, int part) {
    return handle
        .createQuery("select content from vault where id = :id and part = :part")
        .bind("id", id)
        .bind("part", part)
        .mapTo(byte[].class)
        .findOne();
  }
}
