package io.lull.platform.linux.dbus;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lull.testkit.bus.MockBus;
import io.lull.testkit.process.Leftovers;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A bus for the tests of a class, each of which finds it empty; nothing is left of a test
 * afterwards, nor of the bus after the class. Tests are skipped, loudly, where there can be none.
 */
public final class OwnBus
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private final Leftovers ofClass = new Leftovers();
  private final Leftovers ofTest = new Leftovers();
  private Optional<MockBus> bus = Optional.empty();

  @Override
  public void beforeAll(ExtensionContext context) {
    ofClass.beforeEach(context);
    if (MockBus.unavailable().isEmpty()) {
      final MockBus opened = MockBus.open();
      bus = Optional.of(opened);
      // The interpreter that talks to stand-ins is the class's too.
      opened.python("ret = ''");
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    ofTest.beforeEach(context);
    final Optional<String> why = MockBus.unavailable();
    why.ifPresent(reason -> System.err.println("SKIPPED: " + reason));
    assumeTrue(why.isEmpty(), () -> why.orElse(""));
  }

  public MockBus get() {
    return bus.orElseThrow();
  }

  public BusAddress address() {
    return BusAddress.parse(get().address());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    ofTest.afterEach(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    bus.ifPresent(MockBus::close);
    ofClass.afterEach(context);
  }
}
