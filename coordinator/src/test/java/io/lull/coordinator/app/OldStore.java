package io.lull.coordinator.app;

import com.google.protobuf.ByteString;
import io.lull.protocol.records.CounterRecord;
import io.lull.protocol.records.LogTailRecord;
import io.lull.protocol.records.NameRecord;
import io.lull.protocol.records.NodeRecord;
import io.lull.protocol.records.RevocationRecord;
import io.lull.protocol.records.TokenRecord;
import io.lull.protocol.records.UsageRecord;
import io.lull.protocol.stored.StoredJob;
import io.lull.protocol.stored.StoredLedger;
import io.lull.protocol.stored.StoredOver;
import io.lull.protocol.stored.StoredPhase;
import io.lull.protocol.stored.StoredQueued;
import io.lull.protocol.stored.StoredTerms;
import io.lull.protocol.stored.StoredWishes;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.CheckValue;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.NodeFacts;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import org.flywaydb.core.Flyway;

/**
 * Fills a database as a version of Lull with an earlier schema did: with that schema, and with
 * records that have only fields which were there then. {@code UpgradeTest} says how stores are made
 * with it that are kept as the tests' resources.
 */
final class OldStore {
  static final long AT = Instant.parse("2025-03-01T12:00:00Z").toEpochMilli();
  static final long FENCE = 9;
  static final String SHA256_OF_ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  static final byte[] ABC = "abc".getBytes(StandardCharsets.UTF_8);

  private OldStore() {}

  /**
   * @param schema the number of its last migration
   */
  static void fill(String url, String user, int schema) throws SQLException {
    Flyway.configure()
        .dataSource(url, user, "")
        .locations("classpath:io/lull/coordinator/database/migration")
        .target(Integer.toString(schema))
        .load()
        .migrate();
    try (Connection connection = DriverManager.getConnection(url, user, "")) {
      entry(connection, "job", "J1", finished());
      entry(connection, "job", "J2", queued());
      entry(connection, "node", "ws1", node());
      entry(connection, "token", "a".repeat(64), token());
      entry(connection, "name", "person/root", name("admin"));
      entry(connection, "name", "person/ada", name("user"));
      entry(connection, "log-tail", "J1/1", tail());
      states(connection);
      if (schema == 1) {
        // Numbers were counted by records.
        entry(connection, "counter", "job", counter(5));
        entry(connection, "counter", "fence", counter(FENCE));
      } else {
        connection
            .createStatement()
            .execute("update leadership set holder = 'grid1, process 7', fence = " + FENCE);
        entry(
            connection,
            "usage",
            "ada",
            UsageRecord.newBuilder().setNodeSeconds(3600).setAt(AT).build().toByteArray());
      }
      if (schema >= 3 && url.startsWith("jdbc:postgresql:")) {
        vault(connection, "blob/" + SHA256_OF_ABC);
        vault(connection, "output/J1/solution.txt");
      }
      if (schema >= 4) {
        connection
            .createStatement()
            .execute(
                "insert into audit (at_millis, who, role, host, action, subject, done, detail)"
                    + " values ("
                    + AT
                    + ", 'ada', 'user', '10.0.0.1', 'submit', 'J1', true, '')");
        entry(
            connection,
            "revocation",
            "00ff",
            RevocationRecord.newBuilder()
                .setName("eve")
                .setRole("user")
                .setKeySha256(ByteString.fromHex("00ff"))
                .setAt(AT)
                .setBy("root")
                .build()
                .toByteArray());
      }
    }
  }

  private static void entry(Connection connection, String shelf, String id, byte[] content)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into entry (shelf, id, content) values (?, ?, ?)")) {
      insert.setString(1, shelf);
      insert.setString(2, id);
      insert.setBytes(3, content);
      insert.executeUpdate();
    }
  }

  private static void vault(Connection connection, String id) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into vault (id, part, content) values (?, 0, ?)")) {
      insert.setString(1, id);
      insert.setBytes(2, ABC);
      insert.executeUpdate();
    }
  }

  private static void states(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into node_state (node, at_millis, state) values ('ws1', ?, ?)")) {
      final String[] states = {"owner", "available", "running", "offline"};
      for (int s = 0; s < states.length; s++) {
        insert.setLong(1, AT + s * 60_000L);
        insert.setString(2, states[s]);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private static StoredTerms.Builder terms(long number) {
    return StoredTerms.newBuilder()
        .setNumber(number)
        .setUser("ada")
        .setSpec(
            JobSpec.newBuilder()
                .setName("heat")
                .setApp("jacobi")
                .setMainClass("io.lull.apps.Jacobi")
                .setMinWorkers(1)
                .setMaxWorkers(4)
                .setCheckpoint("auto")
                .addInputs(
                    Blob.newBuilder().setName("in").setSha256(SHA256_OF_ABC).setSizeBytes(3)))
        .setPieceTicket(ByteString.copyFromUtf8("a ticket"))
        .setSubmittedMillis(AT);
  }

  private static byte[] queued() {
    return StoredJob.newBuilder()
        .setVersion(1)
        .setWishes(StoredWishes.newBuilder().setCause("SCHEDULER").setReason("waits for its turn"))
        .setTerms(terms(2))
        .setPhase(StoredPhase.newBuilder().setQueued(StoredQueued.getDefaultInstance()))
        .build()
        .toByteArray();
  }

  private static byte[] finished() {
    return StoredJob.newBuilder()
        .setVersion(1)
        .setWishes(StoredWishes.newBuilder().setCause("SCHEDULER").setReason("waits for its turn"))
        .setTerms(terms(1))
        .setPhase(StoredPhase.newBuilder().setOver(StoredOver.newBuilder().setState("FINISHED")))
        .setLedger(
            StoredLedger.newBuilder()
                .addEvents(EventView.newBuilder().setAt(AT).setKind("start").setTo(2))
                .setStartedMillis(AT + 1_000)
                .setFinishedMillis(AT + 61_000)
                .addCheckValues(CheckValue.newBuilder().setName("sum").setValue("42"))
                .addOutputs(
                    Blob.newBuilder()
                        .setName("solution.txt")
                        .setSha256(SHA256_OF_ABC)
                        .setSizeBytes(3)))
        .build()
        .toByteArray();
  }

  private static byte[] node() {
    return NodeRecord.newBuilder()
        .setName("ws1")
        .setKeySha256(ByteString.copyFromUtf8("the key of ws1"))
        .setDrained(true)
        .setDrainedBy("root")
        .setFirstSeen(AT)
        .setFacts(NodeFacts.newBuilder().setCores(8).setHost("10.0.0.7"))
        .build()
        .toByteArray();
  }

  private static byte[] token() {
    return TokenRecord.newBuilder()
        .setRole("node")
        .setExpires(Long.MAX_VALUE)
        .setCreatedBy("root")
        .build()
        .toByteArray();
  }

  private static byte[] name(String role) {
    return NameRecord.newBuilder()
        .setRole(role)
        .setKeySha256(ByteString.copyFromUtf8("the key of " + role))
        .setEnrolledAt(AT)
        .build()
        .toByteArray();
  }

  private static byte[] tail() {
    return LogTailRecord.newBuilder()
        .setWorker("J1w1")
        .setNode("ws1")
        .setAt(AT)
        .setReason("it was told to")
        .setText("last words")
        .build()
        .toByteArray();
  }

  private static byte[] counter(long value) {
    return CounterRecord.newBuilder().setValue(value).build().toByteArray();
  }
}
