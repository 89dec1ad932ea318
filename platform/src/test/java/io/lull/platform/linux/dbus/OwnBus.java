package io.lull.platform.linux.dbus;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lull.testkit.bus.MockBus;
import io.lull.testkit.process.Leftovers;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A bus for each test, with nothing left of it or of the test afterwards; tests are skipped,
 * loudly, where there can be none.
 */
final class OwnBus implements BeforeEachCallback, AfterEachCallback {
  private final Leftovers leftovers = new Leftovers();
  private Optional<MockBus> bus = Optional.empty();

  @Override
  public void beforeEach(ExtensionContext context) {
    leftovers.beforeEach(context);
    final Optional<String> why = MockBus.unavailable();
    why.ifPresent(reason -> System.err.println("SKIPPED: " + reason));
    assumeTrue(why.isEmpty(), () -> why.orElse(""));
    bus = Optional.of(MockBus.open());
  }

  MockBus get() {
    return bus.orElseThrow();
  }

  BusAddress address() {
    return BusAddress.parse(get().address());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    bus.ifPresent(MockBus::close);
    bus = Optional.empty();
    leftovers.afterEach(context);
  }
}
