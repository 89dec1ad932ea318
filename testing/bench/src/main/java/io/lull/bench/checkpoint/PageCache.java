package io.lull.bench.checkpoint;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** How much of files is in the system's memory, as mincore(2) has it. Linux. */
final class PageCache {
  private static final long PAGE_BYTES = 4096;

  private static final MethodHandle MINCORE = mincore();

  private PageCache() {}

  @SuppressWarnings("restricted")
  private static MethodHandle mincore() {
    final Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("mincore"),
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
  }

  /** Of all files below a folder whose names end like this; those that go meanwhile count 0. */
  static long residentBytes(Path folder, String suffix) throws IOException {
    final List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(file -> file.getFileName().toString().endsWith(suffix)).toList();
    }
    long bytes = 0;
    for (final Path file : files) {
      try {
        bytes += residentBytes(file);
      } catch (NoSuchFileException e) {
        // an older generation's
      }
    }
    return bytes;
  }

  private static long residentBytes(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file);
        Arena arena = Arena.ofConfined()) {
      final long bytes = channel.size();
      if (bytes == 0) {
        return 0;
      }
      final MemorySegment mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes, arena);
      final long pages = (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
      final MemorySegment present = arena.allocate(pages);
      if ((int) MINCORE.invokeExact(mapped, bytes, present) != 0) {
        throw new IOException("the system does not say what of " + file + " is in memory");
      }
      long resident = 0;
      for (long page = 0; page < pages; page++) {
        resident += (present.get(ValueLayout.JAVA_BYTE, page) & 1) * PAGE_BYTES;
      }
      return resident;
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
