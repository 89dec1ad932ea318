package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What kernels call for each element. */
final class KernelAccessTest {
  /**
   * HotSpot's MaxInlineSize: a longer method is inlined only if it has been called often enough.
   */
  private static final int MOST_BYTES = 35;

  /** Once for a loop, or for a whole row. */
  private static final Set<String> SELDOM =
      Set.of(
          "narrow",
          "openOwnFetched",
          "see",
          "shut",
          "isOpen",
          "readableAround",
          "add",
          "complete",
          "copyFrom",
          "dot",
          "addScaled",
          "divide");

  @ParameterizedTest
  @ValueSource(
      classes = {
        DoubleArray.class,
        DoubleRow.class,
        IntArray.class,
        IntRow.class,
        RecordArray.class,
        RecordElement.class
      })
  void isSoShortThatTheCompilerAlwaysInlinesIt(Class<?> type) throws IOException {
    requireShort(type);
    if (SharedArray.class.isAssignableFrom(type)) {
      requireShort(ArrayWindow.class);
    }
  }

  private static void requireShort(Class<?> type) throws IOException {
    try (InputStream bytes =
        Objects.requireNonNull(type.getResourceAsStream(type.getSimpleName() + ".class"))) {
      for (final MethodModel method : ClassFile.of().parse(bytes.readAllBytes()).methods()) {
        final String name = method.methodName().stringValue();
        final boolean ofARow = type.getSimpleName().endsWith("Row");
        if (SELDOM.contains(name) || (name.startsWith("<") && !ofARow)) {
          continue;
        }
        assertThat(method.findAttribute(Attributes.code()).map(CodeAttribute::codeLength).orElse(0))
            .as("bytes of %s.%s%s", type.getSimpleName(), name, method.methodType())
            .isLessThanOrEqualTo(MOST_BYTES);
      }
    }
  }
}
