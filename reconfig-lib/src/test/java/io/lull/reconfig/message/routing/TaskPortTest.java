package io.lull.reconfig.message.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a task's port makes of messages, whatever way they take. */
final class TaskPortTest {
  private static final long WEIGHT = payload(0).weight();

  /** Of so many messages. */
  private static final int ROOM = 12;

  private static final long WINDOW = ROOM * WEIGHT + 1;
  private static final int TAG = 7;

  private final CopyBudget budget = new CopyBudget(1L << 30);
  private final TaskPort sender = TaskPort.fresh(1, WINDOW, 0);
  private final TaskPort receiver = TaskPort.fresh(2, WINDOW, 0);

  private static Payload payload(long value) {
    return new Payload(Payload.Kind.LONGS, new long[] {value});
  }

  private Envelope send(long value) {
    return sender.send(2, TAG, payload(value));
  }

  private static List<Long> receiveAll(TaskPort port) {
    final List<Long> all = new ArrayList<>();
    Optional<Envelope> next = port.receive(1, TAG);
    while (next.isPresent()) {
      all.add(((long[]) next.get().payload().values())[0]);
      next = port.receive(1, TAG);
    }
    return all;
  }

  private static TaskPort recovered(TaskPort port, PortState state, List<Long> chosen) {
    return TaskPort.recovered(port.id(), WINDOW, state, chosen, 0);
  }

  @Test
  void messagesAreReceivedInTheirOrderHoweverTheyCome() {
    final Envelope first = send(1);
    final Envelope second = send(2);
    final Envelope third = send(3);
    assertThat(receiver.take(third)).isEqualTo(Arrival.AHEAD);
    assertThat(receiver.take(second)).isEqualTo(Arrival.AHEAD);
    assertThat(receiveAll(receiver)).isEmpty();
    assertThat(receiver.take(first)).isEqualTo(Arrival.TAKEN);
    assertThat(receiver.take(second)).isEqualTo(Arrival.REPEATED);
    assertThat(receiveAll(receiver)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aRepeatedMessageWithOtherContentIsNoticed() {
    receiver.take(send(1));
    assertThat(receiver.take(new Envelope(1, 2, 1, 0, TAG, payload(9))))
        .isEqualTo(Arrival.CONTRADICTED);
    assertThat(receiver.take(new Envelope(1, 2, 1, 0, TAG, payload(1))))
        .isEqualTo(Arrival.REPEATED);
  }

  @Test
  void aSenderKeepsWhatItWasNotToldOf() {
    final Envelope first = send(1);
    send(2);
    assertThat(sender.underWay()).hasSize(2);
    receiver.take(first);
    assertThat(sender.told(receiver.tell(1, 0).orElseThrow())).isTrue();
    assertThat(sender.underWay()).extracting(Envelope::sequence).containsExactly(2L);
    assertThat(sender.written().sent().values()).allMatch(pair -> pair.kept().size() == 1);
  }

  @Test
  void whatIsUnderWayIsBounded() {
    while (sender.hasRoom(2, WEIGHT)) {
      receiver.take(send(0));
    }
    assertThat(sender.underWay()).hasSize(ROOM);
    assertThat(sender.hasRoom(3, 10 * WINDOW)).as("one of any length, where none is").isTrue();
    sender.told(receiver.tell(1, 0).orElseThrow());
    assertThat(sender.hasRoom(2, WEIGHT)).isTrue();
  }

  @Test
  void emptyMessagesAreBoundedToo() {
    int sent = 0;
    final Payload empty = new Payload(Payload.Kind.BYTES, new byte[0]);
    while (sent <= 2 * ROOM && sender.hasRoom(2, empty.weight())) {
      sender.send(2, TAG, empty);
      sent++;
    }
    assertThat(sent).isBetween(1, 2 * ROOM);
  }

  @Test
  void aSenderIsToldOfNoMoreThanMayWait() {
    for (int i = 0; i < 2 * ROOM + 2; i++) {
      receiver.take(send(i));
    }
    assertThat(receiver.tell(1, 0).orElseThrow().upTo()).isEqualTo(ROOM + 1);
    assertThat(receiver.tell(1, 0)).isEmpty();
    receiveAll(receiver);
    assertThat(receiver.tell(1, 0).orElseThrow().upTo()).isEqualTo(2 * ROOM + 2);
  }

  /** Else a sender would wait for room where it did not wait the first time, perhaps for ever. */
  @Test
  void whoRepeatsWhatItDidIsToldTheSameThoughMoreHasCome() {
    final Payload large = new Payload(Payload.Kind.BYTES, new byte[(int) WINDOW + 1]);
    receiver.take(sender.send(2, TAG, large));
    assertThat(receiver.tell(1, 0).orElseThrow().upTo()).isEqualTo(1);
    receiver.take(send(2));
    assertThat(receiver.tell(1, 0)).isEmpty();
    final TaskPort again = TaskPort.fresh(1, WINDOW, 0);
    assertThat(receiver.take(again.send(2, TAG, large))).isEqualTo(Arrival.REPEATED);
    again.told(receiver.tell(1, 0).orElseThrow());
    assertThat(again.hasArrived(2, 1)).isTrue();
  }

  /** Sent before its sender was captured, taken after its receiver was. */
  @Test
  void aLateMessageIsInTheSendersCapture() {
    receiver.capture(1);
    final PortState keptReceiver = receiver.written();
    final Envelope late = send(5);
    receiver.take(late);
    sender.told(receiver.tell(1, 0).orElseThrow());
    sender.capture(1);
    final PortState keptSender = sender.written();
    final TaskPort senderAgain = recovered(sender, keptSender, List.of());
    final TaskPort receiverAgain = recovered(receiver, keptReceiver, List.of());
    senderAgain.underWay().forEach(receiverAgain::take);
    assertThat(receiveAll(receiverAgain)).containsExactly(5L);
  }

  /** Sent after its sender was captured, taken before its receiver was. */
  @Test
  void anEarlyMessageIsDroppedWhenItIsSentAgain() {
    sender.capture(1);
    final PortState keptSender = sender.written();
    receiver.take(send(5));
    receiver.capture(1);
    final TaskPort senderAgain = recovered(sender, keptSender, List.of());
    final TaskPort receiverAgain = recovered(receiver, receiver.written(), List.of());
    assertThat(receiverAgain.take(senderAgain.send(2, TAG, payload(5))))
        .isEqualTo(Arrival.REPEATED);
    assertThat(receiveAll(receiverAgain)).containsExactly(5L);
    // The receiver tells of more than was sent again: what follows is under way as always.
    senderAgain.told(receiverAgain.tell(1, 0).orElseThrow());
    assertThat(senderAgain.underWay()).isEmpty();
  }

  @Test
  void whatArrivedTheFirstTimeTakesNoRoomTheSecondTime() {
    sender.capture(1);
    final PortState kept = sender.written();
    for (int i = 0; i < 3; i++) {
      receiver.take(send(i));
    }
    final TaskPort again = recovered(sender, kept, List.of());
    again.told(receiver.tell(1, 0).orElseThrow());
    for (int i = 0; i < 3; i++) {
      again.send(2, TAG, payload(i));
    }
    assertThat(again.hasRoom(2, WINDOW)).isTrue();
  }

  @Test
  void choicesAmongSendersAreRepeated() {
    final TaskPort other = TaskPort.fresh(3, WINDOW, 0);
    receiver.capture(1);
    final PortState kept = receiver.written();
    receiver.take(other.send(2, TAG, payload(30)));
    receiver.take(send(10));
    assertThat(receiver.probe(TaskPort.ANY, TAG)).isTrue();
    assertThat(receiver.receive(TaskPort.ANY, TAG).orElseThrow().from()).isEqualTo(3);
    assertThat(receiver.receive(TaskPort.ANY, TAG).orElseThrow().from()).isEqualTo(1);
    assertThat(receiver.probe(TaskPort.ANY, TAG)).isFalse();
    final TaskPort again = recovered(receiver, kept, receiver.endRecording());
    again.take(new Envelope(1, 2, 1, 0, TAG, payload(10)));
    assertThat(again.probe(TaskPort.ANY, TAG)).isTrue();
    assertThat(again.receive(TaskPort.ANY, TAG)).as("not the one that came first now").isEmpty();
    again.take(new Envelope(3, 2, 1, 0, TAG, payload(30)));
    assertThat(again.receive(TaskPort.ANY, TAG).orElseThrow().from()).isEqualTo(3);
    assertThat(again.receive(TaskPort.ANY, TAG).orElseThrow().from()).isEqualTo(1);
    again.take(new Envelope(1, 2, 2, 0, TAG, payload(11)));
    assertThat(again.probe(TaskPort.ANY, TAG)).as("as recorded, though one waits").isFalse();
    assertThat(again.probe(TaskPort.ANY, TAG)).isTrue();
  }

  @Test
  void aTaskThatGoesBackReceivesTheSameAgain() {
    receiver.take(send(1));
    receiveAll(receiver);
    receiver.copied(budget);
    final Envelope changed = send(2);
    receiver.take(changed);
    receiver.take(send(3));
    ((long[]) receiver.receive(1, TAG).orElseThrow().payload().values())[0] = -1;
    receiver.send(1, TAG, payload(8));
    final TaskPort again = TaskPort.moved(2, WINDOW, receiver.back());
    assertThat(receiveAll(again)).containsExactly(2L, 3L);
    assertThat(again.send(1, TAG, payload(8)).sequence()).isEqualTo(1);
  }

  @Test
  void tooMuchToRepeatIsNotKept() {
    receiver.copied(budget);
    final Payload large = new Payload(Payload.Kind.BYTES, new byte[1 << 20]);
    for (int i = 0; i < ReplayLog.MOST_BYTES >> 20; i++) {
      assertThat(receiver.canGoBack()).isTrue();
      receiver.take(sender.send(2, TAG, large));
      receiver.receive(1, TAG);
    }
    assertThat(receiver.canGoBack()).isFalse();
  }

  @Test
  void allTasksOfAWorkerKeepNoMoreToRepeatThanTheirBudget() {
    final CopyBudget small = new CopyBudget(3 * WEIGHT);
    final TaskPort other = TaskPort.fresh(2, WINDOW, 0);
    receiver.copied(small);
    other.copied(small);
    for (int i = 0; i < 2; i++) {
      final Envelope envelope = send(i);
      receiver.take(envelope);
      receiver.receive(1, TAG);
      other.take(envelope);
      other.receive(1, TAG);
    }
    assertThat(receiver.canGoBack()).isTrue();
    assertThat(other.canGoBack()).as("the fourth message is beyond the budget").isFalse();
    assertThat(small.left()).as("what the other kept is free again").isEqualTo(WEIGHT);
    receiver.copied(small);
    assertThat(small.left()).isEqualTo(3 * WEIGHT);
  }
}
