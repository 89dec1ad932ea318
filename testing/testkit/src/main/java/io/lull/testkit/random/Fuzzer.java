package io.lull.testkit.random;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Gives a parser thousands of damaged inputs. Each must be accepted, or refused with an exception
 * that the parser promises, within bounds of memory and time.
 */
public final class Fuzzer {
  /**
   * Enough that each byte of a short sample is damaged. They are others in each run, and more of
   * them every night.
   */
  public static final int INPUTS = Integer.getInteger("lull.fuzz.inputs", 2_500);

  /** Far beyond what any input needs, on any machine: whoever is over it hangs. */
  private static final Duration HANG = Duration.ofMinutes(2);

  private static final int MAX_DAMAGES = 4;

  /** A part that is repeated, and repeated again, would fill the memory of any machine. */
  private static final int MAX_INPUT_BYTES = 1 << 20;

  private static final int MAX_SHOWN_BYTES = 512;
  private static final long[] EXTREMES = {
    0,
    1,
    -1,
    127,
    128,
    255,
    65_535,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    1L << 40,
  };

  private final RandomGenerator random;
  private final String name;
  private final List<Sample> samples = new ArrayList<>();
  private Set<Class<?>> refusals = Set.of();
  private long maxBytes = 32L << 20;

  /** A valid input. */
  private record Sample(ByteString content, @Nullable Message message) {}

  /** What is under test; it throws to refuse. */
  @FunctionalInterface
  public interface Parser {
    void take(byte[] input) throws Exception;
  }

  /**
   * How the inputs fared.
   *
   * @param accepted without an exception
   */
  public record Result(int accepted, int refused) {}

  public Fuzzer(Seed seed, String name) {
    this.random = seed.random(name);
    this.name = name;
  }

  /** Inputs that the parser accepts as they are. */
  public Fuzzer samples(byte[]... valid) {
    for (final byte[] each : valid) {
      samples.add(new Sample(ByteString.copyFrom(each), null));
    }
    return this;
  }

  /** Messages that the parser accepts; half of the inputs can be read and say something else. */
  public Fuzzer messages(Message... valid) {
    for (final Message each : valid) {
      samples.add(new Sample(each.toByteString(), each));
    }
    return this;
  }

  /** What the parser may throw, subclasses included. */
  public Fuzzer refusals(Class<?>... promised) {
    refusals = Set.of(promised);
    return this;
  }

  /** How much memory one input may make the parser allocate in its thread. */
  public Fuzzer maxBytes(long bytes) {
    maxBytes = bytes;
    return this;
  }

  /** Runs the parser on {@link #INPUTS} inputs; the samples come first, and must be accepted. */
  public Result run(Parser parser) {
    final Run run = new Run(parser);
    final Thread thread = Thread.ofPlatform().daemon().name("fuzz " + name).start(run);
    try {
      if (!thread.join(HANG)) {
        throw new AssertionError(
            name + " hangs, after " + run.done() + " inputs, in " + trace(thread));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(name + " was interrupted", e);
    }
    return run.result();
  }

  private static String trace(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .map(frame -> "\n  at " + frame)
        .reduce("", String::concat);
  }

  private byte[] damaged(Sample sample) {
    final int damages = 1 + random.nextInt(MAX_DAMAGES);
    @Nullable Message message = random.nextBoolean() ? sample.message() : null;
    if (message != null) {
      for (int i = 0; i < damages; i++) {
        final Message next = DamagedMessage.of(message, random);
        message = next.getSerializedSize() <= MAX_INPUT_BYTES ? next : message;
      }
      return message.toByteArray();
    }
    byte[] bytes = sample.content().toByteArray();
    for (int i = 0; i < damages; i++) {
      bytes = damagedOnce(bytes);
    }
    return bytes;
  }

  private byte[] damagedOnce(byte[] bytes) {
    if (bytes.length == 0) {
      return new byte[] {(byte) random.nextInt()};
    }
    final int at = random.nextInt(bytes.length);
    return switch (random.nextInt(7)) {
      case 0 -> with(bytes, at, (byte) (bytes[at] ^ (1 << random.nextInt(Byte.SIZE))));
      case 1 -> with(bytes, at, (byte) random.nextInt());
      case 2 -> extreme(bytes, at);
      case 3 -> Arrays.copyOf(bytes, at);
      case 4 -> spliced(bytes, at, at + random.nextInt(bytes.length - at) + 1, new byte[0]);
      case 5 -> {
        final byte[] more = new byte[1 + random.nextInt(8)];
        random.nextBytes(more);
        yield spliced(bytes, at, at, more);
      }
      default -> spliced(bytes, at, at, spanFrom(bytes, random.nextInt(bytes.length)));
    };
  }

  private static byte[] with(byte[] bytes, int at, byte value) {
    bytes[at] = value;
    return bytes;
  }

  /** A number at the edge of what fits, in either order of bytes, in as many as there is room. */
  private byte[] extreme(byte[] bytes, int at) {
    final long value = EXTREMES[random.nextInt(EXTREMES.length)];
    final int width = Math.min(1 << random.nextInt(4), bytes.length - at);
    final boolean little = random.nextBoolean();
    for (int i = 0; i < width; i++) {
      bytes[at + i] = (byte) (value >> (Byte.SIZE * (little ? i : width - 1 - i)));
    }
    return bytes;
  }

  private byte[] spanFrom(byte[] bytes, int at) {
    return Arrays.copyOfRange(bytes, at, at + random.nextInt(bytes.length - at + 1));
  }

  /** The input up to one place, something between, and the input from another place on. */
  private static byte[] spliced(byte[] bytes, int to, int from, byte[] between) {
    final byte[] all = Arrays.copyOf(bytes, to + between.length + bytes.length - from);
    System.arraycopy(between, 0, all, to, between.length);
    System.arraycopy(bytes, from, all, to + between.length, bytes.length - from);
    return all;
  }

  private final class Run implements Runnable {
    private final com.sun.management.ThreadMXBean memory =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Parser parser;
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile @Nullable AssertionError failure;

    Run(Parser parser) {
      this.parser = parser;
    }

    int done() {
      return accepted.get() + refused.get();
    }

    Result result() {
      final AssertionError first = failure;
      if (first != null) {
        throw first;
      }
      if (refused.get() == 0) {
        throw new AssertionError(name + " accepts everything");
      }
      return new Result(accepted.get(), refused.get());
    }

    @Override
    public void run() {
      try {
        for (int i = 0; i < INPUTS; i++) {
          final Sample sample = samples.get(i % samples.size());
          one(i, i < samples.size() ? sample.content().toByteArray() : damaged(sample));
        }
      } catch (AssertionError e) {
        failure = e;
      } catch (Throwable e) {
        failure = new AssertionError(name + " cannot be tried", e);
      }
    }

    private void one(int number, byte[] input) {
      final long before = memory.getCurrentThreadAllocatedBytes();
      try {
        parser.take(input);
        accepted.incrementAndGet();
      } catch (Throwable e) {
        if (number < samples.size() || refusals.stream().noneMatch(each -> each.isInstance(e))) {
          throw new AssertionError(describe(number, input) + " made it throw " + e, e);
        }
        refused.incrementAndGet();
      }
      final long taken = memory.getCurrentThreadAllocatedBytes() - before;
      if (taken > maxBytes) {
        throw new AssertionError(describe(number, input) + " made it allocate " + taken + " bytes");
      }
    }

    private String describe(int number, byte[] input) {
      return name
          + ": input "
          + number
          + " of "
          + input.length
          + " bytes ("
          + HexFormat.of().formatHex(input, 0, Math.min(input.length, MAX_SHOWN_BYTES))
          + ")";
    }
  }
}
