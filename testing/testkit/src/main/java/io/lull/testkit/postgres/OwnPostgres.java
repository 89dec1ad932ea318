package io.lull.testkit.postgres;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A PostgreSQL for the tests of a class, as a static {@code @RegisterExtension} field; without one
 * on this machine they are skipped, with a line that says so.
 */
public final class OwnPostgres implements BeforeAllCallback, AfterAllCallback {
  private Optional<PostgresServer> server = Optional.empty();

  @Override
  public void beforeAll(ExtensionContext context) {
    final Optional<String> why = PostgresServer.unavailable();
    why.ifPresent(reason -> System.err.println("SKIPPED: " + reason));
    assumeTrue(why.isEmpty(), () -> why.orElse(""));
    server = Optional.of(PostgresServer.start());
  }

  public PostgresServer get() {
    return server.orElseThrow();
  }

  /** The address of a database with nothing in it. */
  public String newDatabase() {
    return get().newDatabase();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    server.ifPresent(PostgresServer::close);
  }
}
