package io.lull.coordinator.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;

/** Whether a shared store can be connected to, without using it. */
public final class StoreProbe {
  private static final String PATIENCE_SECONDS = "5";

  private StoreProbe() {}

  /**
   * Why not, in one line; empty: it can. The database of a coordinator alone is not looked at: only
   * one process may have it open.
   *
   * @param url as it is given to a coordinator
   */
  public static Optional<String> obstacle(String url) {
    final StoreUrl store;
    try {
      store = StoreUrl.parse(url);
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    if (store.embedded()) {
      return Optional.empty();
    }
    final Properties limits = new Properties();
    limits.setProperty("connectTimeout", PATIENCE_SECONDS);
    limits.setProperty("loginTimeout", PATIENCE_SECONDS);
    limits.setProperty("socketTimeout", PATIENCE_SECONDS);
    try (Connection connection = DriverManager.getConnection(store.jdbc(), limits)) {
      return connection.isValid(Integer.parseInt(PATIENCE_SECONDS))
          ? Optional.empty()
          : Optional.of(store.words() + " does not respond");
    } catch (SQLException e) {
      return Optional.of(
          store.words() + " cannot be opened: " + Transactions.firstLine(Transactions.deepest(e)));
    }
  }
}
