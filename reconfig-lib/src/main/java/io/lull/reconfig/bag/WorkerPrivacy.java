package io.lull.reconfig.bag;

import io.lull.protocol.architecture.Exempt;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Keeps the commands that a worker runs out of the worker itself: as processes of the same user
 * they could otherwise trace it, read its memory, and write reports into its stream to the agent.
 */
@Exempt(
    from = Exempt.Rule.FOREIGN_MEMORY,
    because = "Java offers no way to the kernel's prctl, and this module has no JNA")
final class WorkerPrivacy {
  /** See prctl(2). */
  private static final int PR_SET_DUMPABLE = 4;

  private static final Path LINUX = Path.of("/proc/self/status");

  private WorkerPrivacy() {}

  /**
   * From now on, processes of the same user cannot look into this one. It has no effect on other
   * systems than Linux.
   *
   * @throws IOException if the kernel refuses it
   */
  @SuppressWarnings("restricted")
  static void begin() throws IOException {
    if (File.separatorChar != '/' || !Files.exists(LINUX)) {
      return;
    }
    final int result;
    try {
      final Linker linker = Linker.nativeLinker();
      final MemorySegment prctl = linker.defaultLookup().findOrThrow("prctl");
      final MethodHandle call =
          linker.downcallHandle(
              prctl,
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG),
              Linker.Option.firstVariadicArg(1));
      result = (int) call.invokeExact(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw new IOException("the worker cannot be kept apart from its tasks: " + e, e);
    }
    if (result != 0) {
      throw new IOException("the worker cannot be kept apart from its tasks");
    }
  }
}
