package io.lull.coordinator.database;

import io.lull.coordinator.core.store.AuditTrail;
import java.util.List;
import org.jdbi.v3.core.statement.PreparedBatch;

/** The audit trail as rows that are inserted, and deleted when they are old. */
final class AuditTable implements AuditTrail {
  private static final int LONGEST_WORD = 100;
  private static final int LONGEST_DETAIL = 500;

  private final Transactions transactions;

  AuditTable(Transactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public void append(List<Entry> entries) {
    transactions.writing(handle -> {
      final PreparedBatch batch =
          handle.prepareBatch(
              "insert into audit (at_millis, who, role, host, action, subject, done, detail)"
                  + " values (:at, :who, :role, :host, :action, :subject, :done, :detail)");
      for (final Entry entry : entries) {
        batch
            .bind("at", entry.atMillis())
            .bind("who", fitting(entry.who(), LONGEST_WORD))
            .bind("role", fitting(entry.role(), LONGEST_WORD))
            .bind("host", fitting(entry.host(), LONGEST_WORD))
            .bind("action", fitting(entry.action(), LONGEST_WORD))
            .bind("subject", fitting(entry.subject(), LONGEST_WORD))
            .bind("done", entry.done())
            .bind("detail", fitting(entry.detail(), LONGEST_DETAIL))
            .add();
      }
      return batch.execute().length;
    });
  }

  @Override
  public List<Entry> since(long fromMillis, int most) {
    return transactions
        .reading(handle ->
            handle
                .createQuery(
                    "select at_millis, who, role, host, action, subject, done, detail from audit"
                        + " where at_millis >= :from order by id desc limit :most")
                .bind("from", fromMillis)
                .bind("most", most)
                .map((row, context) ->
                    new Entry(
                        row.getLong("at_millis"),
                        row.getString("who"),
                        row.getString("role"),
                        row.getString("host"),
                        row.getString("action"),
                        row.getString("subject"),
                        row.getBoolean("done"),
                        row.getString("detail")))
                .list())
        .reversed();
  }

  @Override
  public void drop(long beforeMillis, long newest) {
    transactions.writing(handle ->
        handle
                .createUpdate("delete from audit where at_millis < :before")
                .bind("before", beforeMillis)
                .execute()
            + handle
                .createUpdate("delete from audit where id <= (select max(id) from audit) - :newest")
                .bind("newest", newest)
                .execute());
  }

  /** What somebody else wrote may be of any length, and of any characters. */
  private static String fitting(String text, int length) {
    final String plain = text.replaceAll("\\p{Cntrl}", " ");
    return plain.length() <= length ? plain : plain.substring(0, length - 1) + "…";
  }
}
