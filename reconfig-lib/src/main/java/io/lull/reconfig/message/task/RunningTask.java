package io.lull.reconfig.message.task;

import io.lull.protocol.wire.TaskStatus;
import io.lull.reconfig.message.Peers;
import io.lull.reconfig.message.Task;
import io.lull.reconfig.message.routing.PortState;
import io.lull.reconfig.message.routing.TaskPort;
import io.lull.reconfig.message.routing.WaitingTask;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One task on this worker, with its thread: runs the author's code, and at its safe points does
 * what is asked. What is asked, and what stands here, is under the lock of its mailbox.
 */
final class RunningTask implements TaskLoop.Attendant {
  private enum Phase {
    /** It has come, and its bytes have not been read. */
    ENCODED,
    /** It computes or waits, on its thread. */
    RUNNING,
    /** It stands at a safe point without a thread, and does not change. */
    PARKED,
    /** Its last safe point is behind it. */
    ENDED,
    /** It is elsewhere, or of another time. */
    GONE
  }

  /** Who waits no longer counts as computing, for people. */
  private static final Duration SHORT_WAIT = Duration.ofMillis(10);

  private final TaskBody body;
  private final TaskOwner owner;
  private final TaskMailbox mailbox;
  private Phase phase;

  /** Where it is to go at its next safe point. */
  private @Nullable String destination;

  /** Whether it has been sent to another worker, which has not answered. */
  private boolean underWay;

  private boolean toPark;

  private RunningTask(TaskBody body, TaskOwner owner, long captures, Phase phase) {
    this.body = body;
    this.owner = owner;
    this.mailbox =
        new TaskMailbox(body.id(), owner, TaskPort.fresh(body.id(), Peers.WINDOW_BYTES, captures));
    this.phase = phase;
  }

  /**
   * A new task, which has not begun.
   *
   * @param captures how often all tasks have been captured before
   */
  static RunningTask fresh(long id, Task task, long captures, TaskOwner owner) {
    return new RunningTask(TaskBody.fresh(id, task, owner), owner, captures, Phase.PARKED);
  }

  /** A task that has come. */
  static RunningTask encoded(long id, TaskBytes bytes, TaskBody.Origin origin, TaskOwner owner) {
    final long captures = owner.captureDue();
    return new RunningTask(
        TaskBody.encoded(id, bytes, origin, captures, owner), owner, captures, Phase.ENCODED);
  }

  long id() {
    return body.id();
  }

  TaskMailbox mailbox() {
    return mailbox;
  }

  long version() {
    return mailbox.locked(() -> body.travel().version());
  }

  /** A configuration is entered: its place is of this version at least. */
  void raiseVersion(long least) {
    mailbox.change(() -> body.raiseVersion(least));
  }

  TaskPosition position() {
    return mailbox.locked(body::position);
  }

  /** The task, once it has ended. */
  Optional<Task> ended() {
    return mailbox.locked(
        () -> phase == Phase.ENDED ? Optional.of(body.task()) : Optional.<Task>empty());
  }

  /** Goes on from its safe point, or from the bytes that it came in. */
  void start() {
    mailbox.change(() -> {
      toPark = false;
      underWay = false;
      switch (phase) {
        case PARKED -> {
          phase = Phase.RUNNING;
          mailbox.open(mailbox.port());
          startThread();
        }
        case ENCODED -> startThread();
        case ENDED -> mailbox.end();
        case RUNNING, GONE -> {}
      }
    });
    mailbox.takeHeld();
  }

  private void startThread() {
    final Thread thread = Thread.ofVirtual().name("task " + id()).unstarted(this::run);
    mailbox.own(thread);
    thread.start();
  }

  private void run() {
    try {
      final Optional<TaskBytes> unread = mailbox.locked(body::encoded);
      if (unread.isEmpty() || read(unread.get())) {
        new TaskLoop(body, mailbox, owner, this).run(mailbox.locked(body::task));
      }
    } catch (TaskStopped e) {
      // Its state stands elsewhere.
    } catch (Throwable e) {
      if (mailbox.locked(mailbox::isOwn)) {
        owner.failed(id(), e);
      }
    }
  }

  /**
   * Reads the task that has come.
   *
   * @return whether it goes on
   */
  private boolean read(TaskBytes bytes) {
    final TaskCodec.Decoded decoded = owner.codec().decoded(bytes);
    final boolean ended = decoded.image().ended();
    mailbox.change(() -> {
      mailbox.requireOwn();
      mailbox.open(body.read(decoded));
      phase = Phase.RUNNING;
      if (ended) {
        phase = Phase.ENDED;
        mailbox.end();
      }
    });
    mailbox.takeHeld();
    if (mailbox.locked(body::sendsAgain)) {
      mailbox.resend();
    }
    if (ended) {
      owner.ended(this);
    }
    return !ended;
  }

  @Override
  public boolean isAsked() {
    return destination != null || toPark || isCaptureDue();
  }

  private boolean isCaptureDue() {
    return mailbox.port().captures() < owner.captureDue();
  }

  @Override
  public boolean passSafePoint(Task mine) {
    if (isCaptureDue()) {
      capture(mine);
    } else if (body.isCopyDue()) {
      final TaskBytes fields = body.write(mine);
      mailbox.change(() -> {
        mailbox.requireOwn();
        body.keep(fields, mailbox.port());
      });
    }
    final @Nullable String to = mailbox.locked(() -> destination);
    if (to != null && owner.sendAway(this, to)) {
      return false;
    }
    return mailbox.locked(() -> {
      mailbox.requireOwn();
      if (toPark) {
        park();
      }
      return !toPark;
    });
  }

  private void park() {
    phase = Phase.PARKED;
    destination = null;
    mailbox.hold();
  }

  private void capture(Task mine) {
    final TaskBytes fields = body.write(mine);
    final Optional<TaskBody.Captured> captured =
        mailbox.locked(() -> {
          mailbox.requireOwn();
          // It may have been captured meanwhile, where its fields were copied.
          if (!isCaptureDue()) {
            return Optional.<TaskBody.Captured>empty();
          }
          final TaskBody.Captured now =
              body.capture(mailbox.port(), owner.captureDue(), fields, false);
          body.keep(fields, mailbox.port());
          return Optional.of(now);
        });
    captured.ifPresent(now -> owner.captured(this, now));
  }

  @Override
  public void end() {
    mailbox.change(() -> {
      mailbox.requireOwn();
      phase = Phase.ENDED;
      destination = null;
      body.dropCopy(mailbox.port());
      mailbox.end();
    });
    owner.ended(this);
  }

  @Override
  public long spawn(Task child) {
    final long number =
        mailbox.locked(() -> {
          mailbox.requireOwn();
          final long next = TaskIds.child(id(), body.position().children().size());
          body.setPosition(body.position().withChild(next));
          return next;
        });
    owner.spawned(number, child, mailbox.locked(() -> mailbox.port().captures()), mailbox.life());
    return number;
  }

  /**
   * What it has done since it came here.
   *
   * @param computedNanos so long it has computed
   * @param bytes of the last copy of its fields
   * @param sent bytes, by receiver
   */
  record Done(long computedNanos, long bytes, Map<Long, Long> sent) {}

  /** Empty: it has ended, or stands. */
  Optional<Done> done() {
    return mailbox.locked(() ->
        phase == Phase.RUNNING
            ? Optional.of(
                new Done(
                    mailbox.activity().computedNanos(),
                    body.copyBytes(),
                    mailbox.port().sentBytes()))
            : Optional.<Done>empty());
  }

  /** For people. */
  TaskStatus status() {
    return mailbox.locked(() -> {
      final Optional<WaitingTask> waits =
          mailbox.activity().waiting(SHORT_WAIT.toNanos(), mailbox.port());
      final PortState messages = mailbox.port().written();
      return TaskStatus.newBuilder()
          .setTask(id())
          .setState(state(waits.isPresent()))
          .setWaits(waits.map(WaitingTask::what).orElse(""))
          .setIterations(body.position().iterations())
          .setSent(messages.sentCount())
          .setReceived(messages.receivedCount())
          .setMoves(body.travel().moves())
          .build();
    });
  }

  private String state(boolean waits) {
    return switch (phase) {
      case ENDED -> "ended";
      case RUNNING -> waits ? "waiting" : "computing";
      case ENCODED, PARKED, GONE -> "moving";
    };
  }

  /** It is to move at its next safe point; null: not any more. */
  void sendTo(@Nullable String worker) {
    mailbox.change(() -> {
      destination = worker;
      mailbox.signal();
    });
  }

  boolean isToMove() {
    return mailbox.locked(() -> destination != null || underWay);
  }

  /**
   * It stands from now on, for it moves: at a safe point on its own thread, or once it has ended.
   *
   * @return the task as it is to arrive; empty: it does not stand at a safe point
   */
  Optional<TaskBytes> freeze() {
    final Optional<TaskImage> image =
        mailbox.locked(() -> {
          final boolean ended = phase == Phase.ENDED;
          if (underWay || !(ended || mailbox.isOwn())) {
            return Optional.<TaskImage>empty();
          }
          if (ended) {
            mailbox.hold();
          } else {
            park();
          }
          underWay = true;
          return Optional.of(body.departing(mailbox.port(), ended));
        });
    return image.map(body::encode);
  }

  /** It is to stand at its next safe point. */
  void parkSoon() {
    mailbox.change(() -> {
      toPark = true;
      mailbox.signal();
    });
  }

  /**
   * The task as it stands, for a change of configuration; it stands until {@link #start}.
   *
   * @param nanos so long it may take to come to its safe point; then it goes back to where its
   *     fields were copied
   * @return empty when it neither comes nor can go back
   */
  Optional<TaskBytes> parked(long nanos) throws InterruptedException {
    if (!awaitStanding(nanos)) {
      return Optional.empty();
    }
    return mailbox.locked(() ->
        phase == Phase.ENCODED
            ? body.encoded()
            : Optional.of(body.encode(body.departing(mailbox.port(), phase == Phase.ENDED))));
  }

  private boolean awaitStanding(long nanos) throws InterruptedException {
    final boolean _ = mailbox.await(() -> phase != Phase.RUNNING, nanos);
    return mailbox.locked(() -> {
      if (phase == Phase.RUNNING && body.goBack(mailbox.port())) {
        phase = Phase.ENCODED;
        mailbox.hold();
      }
      return phase != Phase.RUNNING && phase != Phase.GONE;
    });
  }

  /**
   * Captures it without waiting for its safe point, if it has ended or can go back to where its
   * fields were copied.
   */
  void captureNow() {
    final Optional<TaskBody.Captured> captured =
        mailbox.locked(() -> {
          if (!isCaptureDue()) {
            return Optional.<TaskBody.Captured>empty();
          }
          return switch (phase) {
            case ENDED -> Optional.of(body.captureEnded(mailbox.port(), owner.captureDue()));
            case RUNNING -> body.captureCopy(mailbox.port(), owner.captureDue());
            case ENCODED, PARKED, GONE -> Optional.<TaskBody.Captured>empty();
          };
        });
    captured.ifPresent(now -> owner.captured(this, now));
  }

  /**
   * It is elsewhere, or of another time.
   *
   * @return what was held for it
   */
  TaskMailbox.Held leave() {
    return mailbox.locked(() -> {
      phase = Phase.GONE;
      body.dropCopy(mailbox.port());
      return mailbox.close();
    });
  }
}
