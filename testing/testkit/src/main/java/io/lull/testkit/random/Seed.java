package io.lull.testkit.random;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Where a test's chance comes from. As a {@code @RegisterExtension} field it says, when the test
 * fails, which seed it had and the command that repeats it.
 *
 * @param value taken from {@code -Dlull.seed} where given
 */
public record Seed(long value) implements AfterTestExecutionCallback {
  /** The system property that repeats a run. */
  public static final String PROPERTY = "lull.seed";

  private static final String ALGORITHM = "L64X128MixRandom";

  /** The seed that was asked for, else a new one. */
  public static Seed ofThisRun() {
    final Long asked = Long.getLong(PROPERTY);
    return new Seed(asked != null ? asked : new SecureRandom().nextLong());
  }

  /** Always the same numbers. */
  public RandomGenerator random() {
    return RandomGeneratorFactory.of(ALGORITHM).create(value);
  }

  /** A stream of its own, so that one consumer never disturbs another's numbers. */
  public RandomGenerator random(String consumer) {
    return RandomGeneratorFactory.of(ALGORITHM).create(value * 31 + consumer.hashCode());
  }

  /** The seed of the n-th round of a test that draws many. */
  public Seed round(int n) {
    return n == 0 ? this : new Seed(random("round " + n).nextLong());
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (context.getExecutionException().isPresent()) {
      final String test =
          context.getRequiredTestClass().getSimpleName()
              + "#"
              + context.getRequiredTestMethod().getName();
      System.err.println(test + " failed with seed " + value + "; to repeat it:");
      System.err.println("  " + repeat(test));
    }
  }

  @Override
  public String toString() {
    return "seed " + value + " (-D" + PROPERTY + "=" + value + ")";
  }

  private String repeat(String test) {
    // Surefire runs each module's tests in the module's own folder.
    final Path module = Path.of("").toAbsolutePath();
    final String folder =
        module.endsWith(Path.of("testing", String.valueOf(module.getFileName())))
            ? "testing/" + module.getFileName()
            : String.valueOf(module.getFileName());
    return "./mvnw -pl "
        + folder
        + " -am test -Dtest='"
        + test
        + "' -Dsurefire.failIfNoSpecifiedTests=false -D"
        + PROPERTY
        + "="
        + value;
  }
}
