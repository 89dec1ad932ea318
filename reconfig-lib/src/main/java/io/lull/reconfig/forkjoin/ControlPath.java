package io.lull.reconfig.forkjoin;

import com.google.protobuf.ByteString;
import io.lull.protocol.wire.ControlFrame;
import io.lull.protocol.wire.ControlPosition;
import io.lull.protocol.wire.RegionResult;
import io.lull.reconfig.ProgramError;
import io.lull.reconfig.Value;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * Where a program stands: in which iteration of which repeats, how many of an iteration's
 * constructs (loops and repeats) are behind, and what those gave. A program that is run again from
 * its beginning goes past what is behind and comes to where the others are. The program's thread,
 * but where noted.
 */
final class ControlPath {
  /** What is recorded within one iteration and outside of it: more needs a repeat. */
  static final int MOST_RECORDED_BYTES = 512 << 10;

  /** Of a result's record beside its bytes. */
  private static final int RECORD_BYTES = 16;

  /** No program needs deeper repeats. */
  private static final int MOST_DEPTH = 64;

  /** An iteration, or at the bottom the program itself. */
  private static final class Frame {
    long iteration;
    int behind;
    final Map<Integer, ByteString> results = new TreeMap<>();
    LoopProgress underWay = LoopProgress.NONE;
    double[] values;
    int seen;

    Frame(double[] values) {
      this.values = values;
    }
  }

  private final List<Value> values;
  private final List<Frame> frames = new ArrayList<>();
  private int depth;
  private int recorded;

  // Read by the thread that reports progress.
  private volatile long iterations;

  /**
   * @param values of the program; declared before the first run
   */
  ControlPath(List<Value> values) {
    this.values = values;
  }

  /** The program is run from its beginning. */
  void begin() {
    if (frames.isEmpty()) {
      frames.add(new Frame(contents()));
    }
    depth = 0;
    enter(frames.getFirst());
  }

  /** The iteration's code is run from its beginning: values are as they were there. */
  private void enter(Frame frame) {
    frame.seen = 0;
    for (int i = 0; i < frame.values.length; i++) {
      values.get(i).set(frame.values[i]);
    }
  }

  private double[] contents() {
    return values.stream().mapToDouble(Value::get).toArray();
  }

  private Frame present() {
    return frames.get(depth);
  }

  /** The program comes to its next loop: whether that is behind. */
  boolean comesToOneBehind() {
    final Frame frame = present();
    return frame.seen++ < frame.behind;
  }

  /** What the loop that the program has come to has given; empty: it gives nothing. */
  ByteString result() {
    final Frame frame = present();
    return frame.results.getOrDefault(frame.seen - 1, ByteString.EMPTY);
  }

  /**
   * Whether what is to be looked at now and then is looked at here: in a repeat's first iterations
   * and in those of numbers that are powers of two, on every worker alike.
   */
  boolean isLookedAt() {
    for (int i = 0; i <= depth; i++) {
      if (Long.bitCount(frames.get(i).iteration) > 1) {
        return false;
      }
    }
    return true;
  }

  /** Numbers the loops of a program, the same in each iteration. */
  long site() {
    long site = 0;
    for (int i = 0; i <= depth; i++) {
      site = site * 1_000_003 + frames.get(i).seen;
    }
    return site;
  }

  /** How far the loop is that the program has come to. */
  LoopProgress underWay() {
    return present().underWay;
  }

  /** A round of the loop that the program has come to is behind. */
  void advance(LoopProgress progress) {
    present().underWay = progress;
  }

  /**
   * The loop that the program has come to is behind.
   *
   * @param result what it gave
   */
  void complete(ByteString result) {
    final Frame frame = present();
    if (frames.size() > depth + 1) {
      throw new ProgramError(
          "the program came to a loop where it had come to a repeat before: which loops it has may"
              + " depend on parameters, values and results only");
    }
    record(result);
    frame.underWay = LoopProgress.NONE;
    frame.behind++;
  }

  /** What the construct that the program has come to gave. */
  private void record(ByteString result) {
    if (result.isEmpty()) {
      return;
    }
    recorded += result.size() + RECORD_BYTES;
    if (recorded > MOST_RECORDED_BYTES) {
      throw new ProgramError(
          "the results of loops within one iteration, which a worker that joins is told, are over "
              + MOST_RECORDED_BYTES
              + " bytes: put the loops into a repeat");
    }
    present().results.put(present().behind, result);
  }

  /** Iterations one after the other, from the present one on. */
  void repeat(long times, LongPredicate iteration) {
    if (comesToOneBehind()) {
      restoreValues();
      return;
    }
    if (depth + 1 == MOST_DEPTH) {
      throw new ProgramError("repeats lie in each other more than " + MOST_DEPTH + " deep");
    }
    if (frames.size() == depth + 1) {
      frames.add(new Frame(contents()));
    }
    depth++;
    final Frame frame = present();
    boolean more = frame.iteration < times;
    while (more) {
      enter(frame);
      more = iteration.test(frame.iteration);
      requireAllSeen(frame);
      next(frame);
      more &= frame.iteration < times;
    }
    frames.removeLast();
    depth--;
    record(keptValues());
    present().behind++;
  }

  /** What the iterations of a repeat have left: it is behind, and they are not run again. */
  private ByteString keptValues() {
    final ByteBuffer kept = ByteBuffer.allocate(values.size() * Double.BYTES);
    values.forEach(value -> kept.putDouble(value.get()));
    return ByteString.copyFrom(kept.flip());
  }

  private void restoreValues() {
    final ByteBuffer kept = result().asReadOnlyByteBuffer();
    values.forEach(value -> value.set(kept.getDouble()));
  }

  private void next(Frame frame) {
    frame.results.values().forEach(result -> recorded -= result.size() + RECORD_BYTES);
    frame.results.clear();
    frame.behind = 0;
    frame.iteration++;
    frame.values = contents();
    if (depth == 1) {
      countIteration();
    }
  }

  // Only the program's thread writes it.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void countIteration() {
    iterations++;
  }

  private static void requireAllSeen(Frame frame) {
    if (frame.seen < frame.behind) {
      throw new ProgramError(
          "the program came to "
              + frame.seen
              + " loops where it had come to "
              + frame.behind
              + " before: which loops it has may depend on parameters, values and results only");
    }
  }

  /** The program has come to its end. */
  void end() {
    requireAllSeen(present());
  }

  /** Iterations of outermost repeats that are behind; any thread. */
  long iterations() {
    return iterations;
  }

  /** Nothing was computed yet. */
  void reset() {
    frames.clear();
    depth = 0;
    recorded = 0;
    iterations = 0;
    values.forEach(Value::reset);
  }

  ControlPosition save() {
    final ControlPosition.Builder position = ControlPosition.newBuilder().setIterations(iterations);
    values.forEach(value -> position.addValues(value.get()));
    for (final Frame frame : frames) {
      final ControlFrame.Builder saved =
          ControlFrame.newBuilder().setIteration(frame.iteration).setBehind(frame.behind);
      frame.results.forEach((place, result) ->
          saved.addResults(RegionResult.newBuilder().setPlace(place).setResult(result)));
      for (final double value : frame.values) {
        saved.addValues(value);
      }
      if (frame.underWay.isBegun()) {
        saved.setUnderWay(frame.underWay.saved());
      }
      position.addFrames(saved);
    }
    return position.build();
  }

  /**
   * The program stands there now. A program that stands there already, and is running, runs on.
   *
   * @throws IllegalArgumentException when it is not one of a program with these values
   */
  void load(ControlPosition position) {
    if (position.equals(save())) {
      return;
    }
    frames.clear();
    depth = 0;
    recorded = 0;
    iterations = position.getIterations();
    requireAsMany(position.getValuesCount());
    for (int i = 0; i < values.size(); i++) {
      values.get(i).set(position.getValues(i));
    }
    for (final ControlFrame saved : position.getFramesList()) {
      requireAsMany(saved.getValuesCount());
      final Frame frame =
          new Frame(saved.getValuesList().stream().mapToDouble(Double::doubleValue).toArray());
      frame.iteration = saved.getIteration();
      frame.behind = saved.getBehind();
      frame.underWay = LoopProgress.of(saved.getUnderWay());
      for (final RegionResult result : saved.getResultsList()) {
        frame.results.put(result.getPlace(), result.getResult());
        recorded += result.getResult().size() + RECORD_BYTES;
      }
      frames.add(frame);
    }
  }

  private void requireAsMany(int kept) {
    if (kept != values.size()) {
      throw new IllegalArgumentException(
          "the position is one of a program with " + kept + " values");
    }
  }
}
