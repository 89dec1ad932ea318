package io.lull.tray.cluster.past;

import io.lull.protocol.time.Clock;
import io.lull.tray.chart.VisibleRange;
import java.time.Duration;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** The visible part of the past, shared by all drawings on that axis. */
public final class VisibleRangeModel {
  /** The part of the length that one step moves. */
  private static final double STEP = 0.125;

  private final Clock clock;
  private final ReadOnlyObjectWrapper<VisibleRange> sight;
  private boolean chosen;

  public VisibleRangeModel(Clock clock) {
    this.clock = clock;
    this.sight =
        new ReadOnlyObjectWrapper<>(
            VisibleRange.last(RangePreset.DAY.length(), clock.epochMillis()));
  }

  public ReadOnlyObjectProperty<VisibleRange> sightProperty() {
    return sight.getReadOnlyProperty();
  }

  public VisibleRange sight() {
    return sight.get();
  }

  /** Time passes: a range that follows now moves. */
  public void tick() {
    sight.set(sight.get().at(clock.epochMillis()));
  }

  /** A grid younger than the visible range fills it, as long as nobody has chosen a range. */
  public void beginAt(long firstMillis) {
    final long now = clock.epochMillis();
    final VisibleRange fits =
        VisibleRange.last(Duration.ofMillis((now - firstMillis) * 5 / 4), now);
    if (!chosen && fits.span().lengthMillis() < sight.get().span().lengthMillis()) {
      sight.set(fits);
    }
    chosen = true;
  }

  public void show(RangePreset range) {
    chosen = true;
    sight.set(VisibleRange.last(range.length(), clock.epochMillis()));
  }

  /** Whether exactly that is shown. */
  public boolean shows(RangePreset range) {
    return sight.get().following()
        && sight.get().span().lengthMillis() == range.length().toMillis();
  }

  /**
   * @param parts of the length, to later times if positive
   */
  public void pan(double parts) {
    chosen = true;
    final VisibleRange now = sight.get();
    sight.set(now.panned(Math.round(parts * now.span().lengthMillis()), clock.epochMillis()));
  }

  public void step(int steps) {
    pan(steps * STEP);
  }

  /**
   * @param anchor from 0 at the left to 1 at the right, which stays fixed
   */
  public void zoom(double factor, double anchor) {
    chosen = true;
    sight.set(sight.get().zoomed(factor, anchor, clock.epochMillis()));
  }

  /** The same length, until now. */
  public void toNow() {
    pan(2 * VisibleRange.KEPT.toMillis() / (double) sight.get().span().lengthMillis());
  }
}
