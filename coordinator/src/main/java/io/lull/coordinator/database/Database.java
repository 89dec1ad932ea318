package io.lull.coordinator.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.lull.coordinator.core.store.AuditTrail;
import io.lull.coordinator.core.store.LeaseStore;
import io.lull.coordinator.core.store.NodeArchive;
import io.lull.coordinator.core.store.NodeHistory;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.core.store.StoreUnavailableException;
import io.lull.coordinator.file.SharedFiles;
import io.lull.coordinator.metrics.DatabaseMetrics;
import io.lull.protocol.model.NodeState;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** The tables, brought to their newest form when opened; a write is on disk when it returns. */
public final class Database implements NodeHistory, AutoCloseable {
  private static final int MAX_CONNECTIONS = 4;

  /** What H2 takes when nobody says otherwise. */
  private static final int USUAL_RETENTION_MILLIS = 45_000;

  private static final int NEVER_MILLIS = Integer.MAX_VALUE;

  /** Of SQLSTATE, its class; see PostgreSQL's appendix A. */
  private static final String NOT_AUTHORISED = "28";

  private static final String NO_SUCH_DATABASE = "3D000";
  private static final Duration CONNECTION_PATIENCE = Duration.ofSeconds(10);

  private final HikariDataSource source;
  private final boolean embedded;
  private final Transactions transactions;
  private final NodeArchiveTable past;

  private Database(HikariDataSource source, boolean embedded, DatabaseMetrics metrics) {
    this.source = source;
    this.embedded = embedded;
    this.transactions = new Transactions(Jdbi.create(source), embedded, metrics);
    this.past = new NodeArchiveTable(transactions);
  }

  /**
   * @throws StoreUnavailableException with one line when it cannot be reached
   * @throws StoreException with one line when it refuses, or is newer than this program
   */
  public static Database open(StoreUrl url, DatabaseMetrics metrics) {
    final HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url.jdbc());
    if (url.embedded()) {
      config.setUsername("lull");
      config.setPassword("");
    } else {
      SessionTerms.require(config);
    }
    config.setMaximumPoolSize(MAX_CONNECTIONS);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(CONNECTION_PATIENCE.toMillis());
    config.setPoolName("lull-database");
    try {
      final HikariDataSource source = new HikariDataSource(config);
      try {
        if (url.embedded()) {
          dropChunksAfter(source, NEVER_MILLIS);
        }
        final Flyway flyway = migrations(url, source);
        refuseWhatIsNewer(flyway);
        flyway.migrate();
        if (url.embedded()) {
          dropChunksAfter(source, USUAL_RETENTION_MILLIS);
        }
        return new Database(source, url.embedded(), metrics);
      } catch (StoreException e) {
        source.close();
        throw e;
      } catch (FlywayException | SQLException e) {
        source.close();
        throw new StoreException("the database cannot be used: " + Transactions.firstLine(e), e);
      }
    } catch (com.zaxxer.hikari.pool.HikariPool.PoolInitializationException e) {
      final String line =
          url.words() + " cannot be opened: " + Transactions.firstLine(Transactions.deepest(e));
      throw refuses(e) ? new StoreException(line, e) : new StoreUnavailableException(line, e);
    }
  }

  /** It is there, and will not take this user or have this database later either. */
  private static boolean refuses(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .map(cause -> String.valueOf(((SQLException) cause).getSQLState()))
        .anyMatch(state -> state.startsWith(NOT_AUTHORISED) || state.equals(NO_SUCH_DATABASE));
  }

  /** A migration may take long: on a PostgreSQL it has sessions of its own, without limits. */
  private static Flyway migrations(StoreUrl url, HikariDataSource source) {
    final FluentConfiguration configuration =
        Flyway.configure().locations("classpath:io/lull/coordinator/database/migration");
    return (url.embedded()
            ? configuration.dataSource(source)
            : configuration.dataSource(url.jdbc(), null, null))
        .load();
  }

  /**
   * H2 writes chunks, each on top of the one before, and gives room back that old ones took. When
   * the newest is old, because nobody had the database open for a while, it may give that back
   * before the next one is written, and can then write no more. So none goes while a database is
   * opened, until something new is on disk.
   */
  private static void dropChunksAfter(HikariDataSource source, int millis) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      if (millis != NEVER_MILLIS) {
        statement.execute("checkpoint sync");
      }
      statement.execute("set retention_time " + millis);
    }
  }

  /** Flyway itself overlooks what only a newer version knows. */
  private static void refuseWhatIsNewer(Flyway flyway) {
    for (final MigrationInfo migration : flyway.info().applied()) {
      if (migration.getState() == MigrationState.FUTURE_SUCCESS
          || migration.getState() == MigrationState.FUTURE_FAILED) {
        throw new StoreException(
            "the database was opened by a newer version of Lull ("
                + migration.getDescription()
                + "): use that version, or restore a backup from before");
      }
    }
  }

  /** Whether no other process can have it open. */
  public boolean embedded() {
    return embedded;
  }

  Transactions transactions() {
    return transactions;
  }

  /**
   * Packs an embedded database as it is at one moment into a ZIP archive; reads and writes go on.
   */
  public void archive(Path file) {
    transactions.reading(
        handle -> handle.createUpdate("backup to :file").bind("file", file.toString()).execute());
  }

  /** What an embedded database takes on disk. */
  public long bytes() {
    return transactions.reading(handle ->
        handle
            .createQuery(
                "select cast(setting_value as bigint) from information_schema.settings"
                    + " where setting_name = 'info.FILE_SIZE'")
            .mapTo(Long.class)
            .findOne()
            .orElse(0L));
  }

  public LeaseStore leases() {
    return new LeaseTable(transactions);
  }

  /** For files that others who share this database must be able to read, if there can be any. */
  public SharedFiles sharedFiles() {
    return embedded ? SharedFiles.NONE : new SharedFilesTable(transactions);
  }

  public AuditTrail audit() {
    return new AuditTable(transactions);
  }

  public NodeArchive past() {
    return past;
  }

  /** From now on, writes succeed only while the lease with this fence is the newest. */
  public void writeUnder(long leaseFence) {
    transactions.writeUnder(leaseFence);
  }

  public Optional<byte[]> get(String shelf, String id) {
    return transactions.reading(handle ->
        handle
            .createQuery("select content from entry where shelf = :shelf and id = :id")
            .bind("shelf", shelf)
            .bind("id", id)
            .mapTo(byte[].class)
            .findOne());
  }

  public Map<String, byte[]> all(String shelf) {
    return transactions.reading(handle -> {
      final Map<String, byte[]> contents = new HashMap<>();
      handle
          .createQuery("select id, content from entry where shelf = :shelf")
          .bind("shelf", shelf)
          .map((row, context) -> Map.entry(row.getString("id"), row.getBytes("content")))
          .forEach(entry -> contents.put(entry.getKey(), entry.getValue()));
      return contents;
    });
  }

  /** All or none. */
  public void putAll(String shelf, Map<String, byte[]> contents) {
    transactions.writing(handle -> {
      contents.forEach((id, content) -> put(handle, shelf, id, content));
      return contents.size();
    });
  }

  /** Of several shelves, all or none. */
  public void putAll(Map<String, Map<String, byte[]>> contents) {
    transactions.writing(handle -> {
      contents.forEach(
          (shelf, some) -> some.forEach((id, content) -> put(handle, shelf, id, content)));
      return contents.size();
    });
  }

  /** False, and nothing written, when the id is taken. */
  public boolean putIfAbsent(String shelf, String id, byte[] content) {
    return transactions.writing(handle ->
        handle
                .createUpdate(
                    "insert into entry (shelf, id, content) values (:shelf, :id, :content)"
                        + " on conflict do nothing")
                .bind("content", content)
                .bind("shelf", shelf)
                .bind("id", id)
                .execute()
            == 1);
  }

  /** False, and nothing written, when the id does not hold what is expected. */
  public boolean replace(String shelf, String id, byte[] expected, byte[] content) {
    return transactions.writing(handle ->
        handle
                .createUpdate(
                    "update entry set content = :content"
                        + " where shelf = :shelf and id = :id and content = :expected")
                .bind("content", content)
                .bind("expected", expected)
                .bind("shelf", shelf)
                .bind("id", id)
                .execute()
            == 1);
  }

  public void removeAll(String shelf, Collection<String> ids) {
    transactions.writing(handle -> {
      for (final String id : ids) {
        handle
            .createUpdate("delete from entry where shelf = :shelf and id = :id")
            .bind("shelf", shelf)
            .bind("id", id)
            .execute();
      }
      return ids.size();
    });
  }

  @Override
  public void append(List<Change> changes) {
    transactions.writing(handle -> NodeStateTable.append(handle, changes));
    changes.stream().mapToLong(Change::atMillis).min().ifPresent(past::changed);
  }

  @Override
  public Map<String, NodeState> statesBefore(long millis) {
    return transactions.reading(handle -> NodeStateTable.statesBefore(handle, millis));
  }

  @Override
  public List<Change> between(long fromMillis, long untilMillis) {
    return transactions.reading(handle -> NodeStateTable.between(handle, fromMillis, untilMillis));
  }

  @Override
  public List<Change> after(Place place, int most) {
    return transactions.reading(handle -> NodeStateTable.after(handle, place, most));
  }

  @Override
  public void dropBefore(long millis) {
    transactions.writing(handle ->
        handle
            .createUpdate("delete from node_state where at_millis < :at")
            .bind("at", millis)
            .execute());
    past.changed(Long.MIN_VALUE / 2);
  }

  @Override
  public void close() {
    source.close();
  }

  private static void put(Handle handle, String shelf, String id, byte[] content) {
    final int replaced =
        handle
            .createUpdate("update entry set content = :content where shelf = :shelf and id = :id")
            .bind("content", content)
            .bind("shelf", shelf)
            .bind("id", id)
            .execute();
    if (replaced == 0) {
      handle
          .createUpdate("insert into entry (shelf, id, content) values (:shelf, :id, :content)")
          .bind("shelf", shelf)
          .bind("id", id)
          .bind("content", content)
          .execute();
    }
  }
}
