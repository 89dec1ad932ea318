package io.lull.reconfig.grid;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A loop for each class of kernels. The Java machine compiles a kernel into the loop that calls it
 * as long as that loop has called no more than two; with a third every cell costs a call, which
 * takes several times as long. So each class of kernels has its own copy of the loop's class.
 */
final class CellLoops {
  /** A program with more classes of kernels than so many has one loop for all the others. */
  private static final int MAX_COPIES = 256;

  private static final CellLoop SHARED = new PlainCellLoop();

  private static final AtomicInteger COPIES = new AtomicInteger();

  /** A loop goes when its kernel's class goes. */
  private static final ClassValue<CellLoop> OF_KERNEL =
      new ClassValue<>() {
        @Override
        protected CellLoop computeValue(Class<?> kernel) {
          return COPIES.getAndUpdate(copies -> Math.min(copies + 1, MAX_COPIES)) < MAX_COPIES
              ? copy()
              : SHARED;
        }
      };

  private CellLoops() {}

  /** Any thread. */
  static CellLoop of(CellKernel kernel) {
    return OF_KERNEL.get(kernel.getClass());
  }

  /** Where the class cannot be loaded again, its one loop does the same, only slower. */
  private static CellLoop copy() {
    final String name = PlainCellLoop.class.getSimpleName() + ".class";
    try (@Nullable InputStream compiled = PlainCellLoop.class.getResourceAsStream(name)) {
      if (compiled == null) {
        return SHARED;
      }
      final MethodHandles.Lookup made =
          MethodHandles.lookup().defineHiddenClass(compiled.readAllBytes(), true);
      return (CellLoop) made.lookupClass().getDeclaredConstructor().newInstance();
    } catch (IOException | ReflectiveOperationException e) {
      return SHARED;
    }
  }
}
