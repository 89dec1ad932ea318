package io.lull.tray.app;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The toolkit's timer, which on Linux ticks sixty times a second even when nothing is visible, and
 * has no public way to be stopped. If it cannot be reached it is left as it is. For the toolkit's
 * thread.
 */
final class ToolkitTimer {
  private static final Logger LOG = LoggerFactory.getLogger(ToolkitTimer.class);

  /** Other systems' timers pause by themselves. */
  private static final String RESTLESS = "com.sun.glass.ui.gtk.GtkTimer";

  private static final int INTERVAL_MILLIS = 1000 / 60;

  private final Runnable stop;
  private final Runnable start;
  private boolean running = true;

  private ToolkitTimer(Runnable stop, Runnable start) {
    this.stop = stop;
    this.start = start;
  }

  /** The running toolkit's. */
  static ToolkitTimer find() {
    try {
      final Object toolkit =
          Class.forName("com.sun.javafx.tk.Toolkit").getMethod("getToolkit").invoke(null);
      final Field field = toolkit.getClass().getDeclaredField("pulseTimer");
      field.setAccessible(true);
      final Object timer = field.get(toolkit);
      if (timer.getClass().getName().equals(RESTLESS)) {
        final Class<?> type = Class.forName("com.sun.glass.ui.Timer");
        final Method stop = type.getMethod("stop");
        final Method start = type.getMethod("start", int.class);
        return new ToolkitTimer(() -> call(stop, timer), () -> call(start, timer, INTERVAL_MILLIS));
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.debug("the toolkit's timer still runs while no window is visible: {}", e.toString());
    }
    return new ToolkitTimer(() -> {}, () -> {});
  }

  private static void call(Method method, Object timer, Object... arguments) {
    try {
      method.invoke(timer, arguments);
    } catch (ReflectiveOperationException e) {
      LOG.warn("cannot control the toolkit's timer: {}", e.toString());
    }
  }

  /** Whether something is visible, so that it is needed. */
  void needed(boolean now) {
    if (now != running) {
      running = now;
      (now ? start : stop).run();
    }
  }
}
