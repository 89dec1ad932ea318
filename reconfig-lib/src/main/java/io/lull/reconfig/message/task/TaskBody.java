package io.lull.reconfig.message.task;

import io.lull.reconfig.message.Peers;
import io.lull.reconfig.message.Task;
import io.lull.reconfig.message.routing.CopyBudget;
import io.lull.reconfig.message.routing.PortState;
import io.lull.reconfig.message.routing.TaskPort;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a task is, beside its messages: the author's object or the bytes that it came in, how far it
 * is, and a copy of its fields to go back to. Under the lock of its mailbox, but where noted.
 */
final class TaskBody {
  /** How a task came that was encoded. */
  enum Origin {
    /** By itself, from a worker that goes on. */
    MOVED,
    /** In a change of configuration: what was under way to or from it may be lost. */
    CHANGED,
    /** From a capture. */
    RECOVERED
  }

  /**
   * A task as it was captured.
   *
   * @param fields that were written when it was where the image says
   */
  record Captured(TaskImage image, TaskBytes fields) {}

  private final long id;
  private final TaskCodec codec;
  private final CopyBudget copies;
  private final FieldCopy copy;
  private @Nullable Task task;
  private @Nullable TaskBytes encoded;
  private Origin origin = Origin.MOVED;

  /** How often all tasks had been captured when it came. */
  private long capturesBefore;

  /** Whether its transient fields are those of this worker. */
  private boolean placed;

  /** Whether it has come from another worker, and has not been read. */
  private boolean arrived;

  /** Whether a configuration was entered before it was read. */
  private boolean enteredUnread;

  private TaskTravel travel = TaskTravel.NONE;
  private TaskPosition position = TaskPosition.START;

  private TaskBody(long id, TaskServices services) {
    this.id = id;
    this.codec = services.codec();
    this.copies = services.copies();
    this.copy = new FieldCopy(services.clock(), copies);
  }

  static TaskBody fresh(long id, Task task, TaskServices services) {
    final TaskBody body = new TaskBody(id, services);
    body.task = task;
    return body;
  }

  /**
   * @param captures how often all tasks have been captured before
   */
  static TaskBody encoded(
      long id, TaskBytes bytes, Origin origin, long captures, TaskServices services) {
    final TaskBody body = new TaskBody(id, services);
    body.encoded = bytes;
    body.origin = origin;
    body.arrived = origin != Origin.RECOVERED;
    body.capturesBefore = captures;
    return body;
  }

  long id() {
    return id;
  }

  Task task() {
    return Objects.requireNonNull(task, "a task that stands was read");
  }

  /** Its bytes, where they have not been read. */
  Optional<TaskBytes> encoded() {
    return Optional.ofNullable(encoded);
  }

  /** Whether what it had sent goes again once it has been read: it may have been lost. */
  boolean sendsAgain() {
    return origin != Origin.MOVED || enteredUnread;
  }

  TaskTravel travel() {
    return travel;
  }

  /** A configuration is entered. */
  void raiseVersion(long least) {
    travel = travel.atLeast(least);
    enteredUnread |= encoded != null;
  }

  TaskPosition position() {
    return position;
  }

  void setPosition(TaskPosition next) {
    position = next;
  }

  /** Whether its transient fields are still to be set; asked once. */
  boolean takePlace() {
    final boolean first = !placed;
    placed = true;
    return first;
  }

  /**
   * It has been read.
   *
   * @return its port
   */
  TaskPort read(TaskCodec.Decoded decoded) {
    final TaskImage image = decoded.image();
    encoded = null;
    placed = false;
    task = decoded.task();
    position = image.position();
    final TaskTravel before = image.travel().atLeast(travel.version());
    travel = arrived ? before.arrived() : before;
    arrived = false;
    return origin == Origin.RECOVERED
        ? TaskPort.recovered(id, Peers.WINDOW_BYTES, image.port(), image.recorded(), capturesBefore)
        : TaskPort.moved(id, Peers.WINDOW_BYTES, image.port());
  }

  private TaskImage image(TaskPosition at, PortState port, boolean ended) {
    return new TaskImage(id, task().getClass().getName(), travel, at, ended, port, List.of());
  }

  /** Whether a new copy of its fields would not cost too much. */
  boolean isCopyDue() {
    return copy.isDue();
  }

  /** Its fields, on its own thread at a safe point; without the lock. */
  TaskBytes write(Task mine) {
    return copy.make(() -> codec.fields(mine));
  }

  /** Keeps what was just written, to go back to. */
  void keep(TaskBytes fields, TaskPort port) {
    if (copy.keep(fields, position)) {
      port.copied(copies);
    } else {
      port.dropCopy();
    }
  }

  /** Of the last copy of its fields; 0: there is none. */
  long copyBytes() {
    final FieldCopy.@Nullable Kept kept = copy.kept();
    return kept == null ? 0 : kept.fields().length();
  }

  void dropCopy(TaskPort port) {
    copy.drop();
    port.dropCopy();
  }

  /**
   * It leaves.
   *
   * @return as it is to arrive
   */
  TaskImage departing(TaskPort port, boolean ended) {
    travel = travel.departing();
    return image(position, port.written(), ended);
  }

  /** An image and its fields as one; while it is used the task stands. */
  TaskBytes encode(TaskImage image) {
    return codec.encoded(image, codec.standing(task()));
  }

  /**
   * It is captured where it stands.
   *
   * @param due how often all tasks are captured with this
   */
  Captured capture(TaskPort port, long due, TaskBytes fields, boolean ended) {
    port.capture(due);
    final TaskImage image = image(position, port.written(), ended);
    port.forgetCaptured();
    return new Captured(image, fields);
  }

  /** As {@link #capture}, of a task that has ended. */
  Captured captureEnded(TaskPort port, long due) {
    return capture(port, due, codec.fields(task()), true);
  }

  /** It is captured where its fields were copied, if it could go back there. */
  Optional<Captured> captureCopy(TaskPort port, long due) {
    final FieldCopy.@Nullable Kept kept = copy.kept();
    if (kept == null || !port.canGoBack()) {
      return Optional.empty();
    }
    port.capture(due);
    final TaskImage image = image(kept.position(), port.back(), false);
    port.forgetCaptured();
    return Optional.of(new Captured(image, kept.fields()));
  }

  /**
   * It goes back to where its fields were copied, and is to be read again from there.
   *
   * @return whether it could
   */
  boolean goBack(TaskPort port) {
    final FieldCopy.@Nullable Kept kept = copy.kept();
    if (kept == null || !port.canGoBack()) {
      return false;
    }
    travel = travel.departing();
    position = kept.position();
    // The copy may be a captured one, which is being stored.
    encoded = codec.encoded(image(position, port.back(), false), kept.fields().copied());
    origin = Origin.MOVED;
    dropCopy(port);
    return true;
  }
}
