package io.lull.reconfig.memory;

import io.lull.protocol.architecture.Exempt;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Memory for cells outside of Java's heap: of any length, never moved or looked through by the
 * collector, and given back the moment its last holder lets it go.
 *
 * <p>It comes from the C library's {@code calloc} and not from an {@link Arena}, which would write
 * the zeros itself: a large piece takes real pages only as its cells come, so that a change of
 * configuration does not wait for a gigabyte of zeros that nobody reads.
 *
 * <p>Whoever still reaches for it after it was given back is told so by an {@link
 * IllegalStateException}, on any thread.
 */
@Exempt(
    from = Exempt.Rule.ENVIRONMENT,
    because = "it asks on which system it runs: one call is Linux's only")
public final class Storage {
  /** A cache line, so that rows may begin with one. */
  private static final long ALIGNMENT_BYTES = 64;

  private static final MethodHandle CALLOC =
      function(
          "calloc",
          FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
  private static final MethodHandle FREE =
      function("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

  /** Linux has pages of two mebibytes for those who ask; others are not asked. */
  private static final @Nullable MethodHandle MADVISE =
      System.getProperty("os.name").equals("Linux")
          ? function(
              "madvise",
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_INT))
          : null;

  /** {@code MADV_HUGEPAGE} of Linux. */
  private static final int ADVICE_LARGE_PAGES = 14;

  private static final long LARGE_PAGE_BYTES = 2L << 20;

  /** Of this process. */
  private static final AtomicLong BYTES_IN_USE = new AtomicLong();

  /** Memory is used again for cells that need less of it, but not for fewer than half. */
  private static final long MOST_TIMES_NEEDED = 2;

  /**
   * Of the process's addresses, so much is taken beside what is asked for, so that the cells can
   * become more in the same memory: one of three workers may leave, and the others take its part.
   */
  private static final double SPARE_ROOM = 0.5;

  private final Arena arena;

  /** All of its addresses; what was never used of them takes no memory. */
  private final MemorySegment room;

  /** What counts as in use. */
  private final AtomicLong counted;

  private final MemorySegment segment;
  private int holders = 1;

  private Storage(Arena arena, MemorySegment room, AtomicLong counted, long bytes) {
    this.arena = arena;
    this.room = room;
    this.counted = counted;
    this.segment = room.asSlice(0, bytes);
  }

  /**
   * Zeros, with one holder. Cells count as if they were in the heap: both together take no more
   * than the heap may grow to, which is what a worker was given.
   *
   * @throws OutOfMemoryError when there is not so much left
   */
  @SuppressWarnings("restricted") // the length is what calloc was asked for
  public static Storage of(long bytes) {
    final long needed = Math.addExact(bytes, ALIGNMENT_BYTES);
    reserve(needed);
    long taken = needed + spareRoom(bytes);
    MemorySegment raw = calloc(taken);
    if (raw.address() == 0 && taken > needed) {
      taken = needed;
      raw = calloc(taken);
    }
    if (raw.address() == 0) {
      BYTES_IN_USE.addAndGet(-needed);
      throw new OutOfMemoryError("the system gives no " + bytes + " bytes for cells");
    }
    adviseLargePages(raw.address(), taken);
    final Arena arena = Arena.ofShared();
    final AtomicLong counted = new AtomicLong(needed);
    final MemorySegment whole = raw.reinterpret(taken, arena, all -> giveBack(all, counted.get()));
    final long start = Math.floorMod(-whole.address(), ALIGNMENT_BYTES);
    final MemorySegment room = whole.asSlice(start, taken - ALIGNMENT_BYTES);
    return new Storage(arena, room, counted, bytes);
  }

  /** Only where the system finds memory when it is used, and only for what is worth it. */
  private static long spareRoom(long bytes) {
    return MADVISE == null || bytes < LARGE_PAGE_BYTES ? 0 : (long) (bytes * SPARE_ROOM);
  }

  private static void reserve(long bytes) {
    if (!fits(bytes)) {
      // What is only waiting to be collected is no reason to refuse.
      System.gc();
    }
    if (!fits(bytes)) {
      throw new OutOfMemoryError("no room for " + bytes + " bytes of cells");
    }
    BYTES_IN_USE.addAndGet(bytes);
  }

  private static boolean fits(long bytes) {
    final Runtime runtime = Runtime.getRuntime();
    final long heap = runtime.totalMemory() - runtime.freeMemory();
    return bytes <= runtime.maxMemory() - heap - BYTES_IN_USE.get();
  }

  @SuppressWarnings("restricted") // calloc and free are as the C standard has them
  private static MethodHandle function(String name, FunctionDescriptor descriptor) {
    final Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
  }

  private static MemorySegment calloc(long bytes) {
    try {
      return (MemorySegment) CALLOC.invokeExact(1L, bytes);
    } catch (Throwable e) {
      throw new LinkageError("calloc", e);
    }
  }

  /**
   * New memory costs a visit to the kernel for each page of it, which for large cells takes longer
   * than to fill them; and the processor finds its way through few large pages faster. Where the
   * system will not, all goes on with small ones.
   */
  private static void adviseLargePages(long address, long bytes) {
    final long from = Math.ceilDiv(address, LARGE_PAGE_BYTES) * LARGE_PAGE_BYTES;
    final long to = (address + bytes) / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES;
    final @Nullable MethodHandle madvise = MADVISE;
    if (madvise == null || from >= to) {
      return;
    }
    try {
      final int _ = (int) madvise.invokeExact(from, to - from, ADVICE_LARGE_PAGES);
    } catch (Throwable e) {
      throw new LinkageError("madvise", e);
    }
  }

  private static void giveBack(MemorySegment whole, long bytes) {
    try {
      FREE.invokeExact(whole);
    } catch (Throwable e) {
      throw new LinkageError("free", e);
    }
    BYTES_IN_USE.addAndGet(-bytes);
  }

  public MemorySegment segment() {
    return segment;
  }

  /**
   * The same memory for so many bytes, whatever is in them, if its size suits them and nobody else
   * holds it: new memory takes the system longer to find and clear than it takes to fill. The
   * caller lets go the result instead of this.
   *
   * @return null: it does not suit, and is as it was
   */
  public synchronized @Nullable Storage fitted(long bytes) {
    final long more = bytes + ALIGNMENT_BYTES - counted.get();
    if (holders != 1
        || bytes > room.byteSize()
        || bytes < counted.get() / MOST_TIMES_NEEDED
        || (more > 0 && !fits(more))) {
      return null;
    }
    if (more > 0) {
      BYTES_IN_USE.addAndGet(more);
      counted.addAndGet(more);
    }
    holders = 0;
    return new Storage(arena, room, counted, bytes);
  }

  /** One more holder. */
  public synchronized void hold() {
    if (holders == 0) {
      throw new IllegalStateException("these cells are given back already");
    }
    holders++;
  }

  /** One holder fewer; with the last the memory is free. */
  public synchronized void letGo() {
    if (--holders == 0) {
      arena.close();
    }
  }

  public synchronized boolean isShared() {
    return holders > 1;
  }
}
