package io.lull.platform.linux.x11;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lull.testkit.display.XDisplay;
import io.lull.testkit.process.Leftovers;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An X server for the tests of a class; nothing is left of a test afterwards, nor of the server
 * after the class. Tests are skipped where there can be none.
 */
final class SharedDisplay
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private final Leftovers ofClass = new Leftovers();
  private final Leftovers ofTest = new Leftovers();
  private Optional<XDisplay> display = Optional.empty();

  @Override
  public void beforeAll(ExtensionContext context) {
    ofClass.beforeEach(context);
    if (XDisplay.unavailable().isEmpty()) {
      display = Optional.of(XDisplay.open());
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    ofTest.beforeEach(context);
    final Optional<String> why = XDisplay.unavailable();
    assumeTrue(why.isEmpty(), () -> "no X display: " + why.orElse(""));
  }

  XDisplay get() {
    return display.orElseThrow();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    ofTest.afterEach(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    display.ifPresent(XDisplay::close);
    ofClass.afterEach(context);
  }
}
