package io.lull.bench.jacobi;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Results;
import java.io.IOException;
import java.util.Map;

/** Jacobi's sweeps and nothing else; the second half of them is timed. */
@SuppressWarnings("NullAway.Init") // declare comes before all else
public final class TimedJacobi implements GridProgram {
  /** The result: of one sweep. */
  public static final String SECONDS = "seconds";

  private static final String SWEEPS = "sweeps";

  /** How many from one safe point to the next. */
  private static final String SWEEPS_AN_ITERATION = "sweeps-an-iteration";

  private static final String FORM = "form";

  /** Whether the greatest change of a cell is worked out with each sweep. */
  private static final String MEASURED = "measured";

  private static final long MOST = 1L << 30;

  private JacobiSweep sweep;
  private long sweeps;
  private long sweepsAnIteration;

  // Figures of this run; no state of the computation.
  private transient long done;
  private transient long begin;
  private transient double seconds;

  /**
   * What it is to do, by a stencil and without measuring the change.
   *
   * @param size cells on a side
   * @param sweeps so many to warm up, and as many that count
   */
  public static Map<String, String> parameters(int size, long sweeps, long sweepsAnIteration) {
    return Map.of(
        JacobiSweep.SIZE,
        String.valueOf(size),
        SWEEPS,
        String.valueOf(sweeps),
        SWEEPS_AN_ITERATION,
        String.valueOf(sweepsAnIteration));
  }

  /** What it is to do, with a safe point after each sweep. */
  public static Map<String, String> parameters(
      int size, long sweeps, SweepForm form, boolean measured) {
    return Map.of(
        JacobiSweep.SIZE,
        String.valueOf(size),
        SWEEPS,
        String.valueOf(sweeps),
        FORM,
        form.name(),
        MEASURED,
        String.valueOf(measured));
  }

  @Override
  public void declare(GridSpace space) {
    final Parameters parameters = space.parameters();
    sweeps = parameters.integer(SWEEPS, 1000, 1, MOST);
    sweepsAnIteration = parameters.integer(SWEEPS_AN_ITERATION, 1, 1, MOST);
    sweep =
        JacobiSweep.declare(
            space,
            SweepForm.valueOf(parameters.text(FORM, SweepForm.STENCIL.name())),
            Boolean.parseBoolean(parameters.text(MEASURED, "false")));
  }

  @Override
  public void initialise() {
    sweep.initialise();
  }

  @Override
  public boolean iterate() {
    for (long k = 0; k < sweepsAnIteration; k++) {
      if (done == sweeps) {
        begin = SystemClock.INSTANCE.nanos();
      }
      sweep.once();
      done++;
      if (done == 2 * sweeps) {
        seconds = (SystemClock.INSTANCE.nanos() - begin) / 1e9 / sweeps;
        return false;
      }
    }
    return true;
  }

  @Override
  public void finish(Results results) throws IOException {
    results.value(SECONDS, seconds);
  }
}
