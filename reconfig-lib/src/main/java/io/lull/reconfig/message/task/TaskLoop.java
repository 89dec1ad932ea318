package io.lull.reconfig.message.task;

import io.lull.reconfig.message.EventTask;
import io.lull.reconfig.message.MessageTask;
import io.lull.reconfig.message.Task;
import io.lull.reconfig.message.routing.Envelope;
import java.util.Optional;

/** Runs the author's code of one task from safe point to safe point, on the task's thread. */
final class TaskLoop {

  /** Does between the author's calls what is asked of the task. */
  interface Attendant {
    /**
     * Does at a safe point what is asked.
     *
     * @return whether the task goes on
     */
    boolean passSafePoint(Task mine);

    /** Whether something is asked that wants a safe point. */
    boolean isAsked();

    /** The task's last safe point is behind it. */
    void end();

    /** The task begins another one. */
    long spawn(Task child);
  }

  private final TaskBody body;
  private final TaskMailbox mailbox;
  private final TaskServices services;
  private final TaskCalls calls;
  private final Attendant attendant;

  TaskLoop(TaskBody body, TaskMailbox mailbox, TaskServices services, Attendant attendant) {
    this.body = body;
    this.mailbox = mailbox;
    this.services = services;
    this.calls = new TaskCalls(mailbox, services);
    this.attendant = attendant;
  }

  /** Until the task ends, or stands. */
  void run(Task mine) {
    final TaskPeers peers = new TaskPeers(body.id(), calls, services, attendant::spawn);
    if (mailbox.locked(body::takePlace)) {
      mine.placed();
    }
    while (attendant.passSafePoint(mine)) {
      final boolean more = step(mine, peers);
      peers.endIteration();
      if (!more) {
        attendant.end();
        return;
      }
      giveWay();
    }
  }

  private boolean step(Task mine, TaskPeers peers) {
    return switch (mine) {
      case MessageTask blocking -> counted(blocking.iterate(peers));
      case EventTask reacting when !mailbox.locked(body::position).begun() -> {
        reacting.begin(peers);
        mailbox.change(() -> body.setPosition(body.position().afterBeginning()));
        yield true;
      }
      case EventTask reacting -> {
        final Optional<Envelope> next = calls.receiveUnless(attendant::isAsked);
        yield next.isEmpty() || counted(reacting.on(peers.received(next.get()), peers));
      }
    };
  }

  private boolean counted(boolean more) {
    mailbox.change(() -> {
      mailbox.requireOwn();
      body.setPosition(body.position().afterIteration());
    });
    return more;
  }

  /** Others compute, too: while they do this task computes nothing. */
  @SuppressWarnings("ThreadPriorityCheck") // virtual threads give way nowhere else
  private void giveWay() {
    mailbox.change(() -> {
      mailbox.requireOwn();
      mailbox.activity().rests();
    });
    Thread.yield();
    mailbox.change(() -> {
      mailbox.requireOwn();
      mailbox.activity().computes();
    });
  }
}
