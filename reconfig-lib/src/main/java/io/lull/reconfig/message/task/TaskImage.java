package io.lull.reconfig.message.task;

import io.lull.reconfig.message.routing.PortState;
import java.util.List;

/**
 * All that a task is, but for its fields.
 *
 * @param type the name of its class
 * @param travel with the version of its place, where the image is used
 * @param position where its fields are those of
 * @param ended whether it has ended
 * @param recorded what receives of any sender took after a capture
 */
record TaskImage(
    long id,
    String type,
    TaskTravel travel,
    TaskPosition position,
    boolean ended,
    PortState port,
    List<Long> recorded) {
  TaskImage {
    recorded = List.copyOf(recorded);
  }

  /** The same, with what was recorded after the capture. */
  TaskImage recording(List<Long> choices) {
    return new TaskImage(id, type, travel, position, ended, port, choices);
  }
}
