package io.lull.apps.numbers;

import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pace of a task's iterations: it goes with the task. */
public final class TaskPace {
  private final String text;
  private transient @Nullable Pace pace;

  private TaskPace(String text) {
    this.text = text;
  }

  /**
   * @throws io.lull.reconfig.BadInput when it is no duration, or too long
   */
  public static TaskPace of(Parameters parameters) {
    final Pace _ = Pace.of(parameters);
    return new TaskPace(parameters.text(Pace.PARAMETER, "0s"));
  }

  /** Waits until the time of the iteration before is over. */
  public void await() {
    @Nullable Pace present = pace;
    if (present == null) {
      present = Pace.of(new Parameters(Map.of(Pace.PARAMETER, text)));
      pace = present;
    }
    present.await();
  }
}
