package io.lull.coordinator.core.notice;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.machine.JobMachine;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.NoticeStore;
import io.lull.protocol.records.NoticeRecord;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Notify;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What there is to tell, and when. */
class NoticeBoardTest {
  private final InMemoryRecordMaps shelves = new InMemoryRecordMaps();
  private final VirtualClock clock = new VirtualClock();
  private boolean room = true;
  private NoticeBoard board = board();

  private NoticeBoard board() {
    return new NoticeBoard(new NoticeStore(shelves), () -> room, (_, _) -> {}, clock);
  }

  private Job job(String... on) {
    return Job.submitted(
        new JobTerms(
            7,
            "ada",
            JobSpec.newBuilder()
                .setName("render")
                .setBag(Bag.newBuilder().addCommand("true").setTasks(3))
                .setNotify(Notify.newBuilder().setUrl("https://hooks/x").addAllOn(List.of(on)))
                .build(),
            DataPlane.getDefaultInstance(),
            ByteString.EMPTY,
            clock.epochMillis()));
  }

  private Job cancelled(Job job) {
    return JobMachine.on(job, new JobEvent.Cancel("ada"), clock.epochMillis()).job();
  }

  private void look(Job... active) {
    clock.advance(Duration.ofSeconds(2));
    board.look(List.of(active));
  }

  private List<String> store(Job... jobs) {
    final List<NoticeRecord> unstored = board.unstored();
    new JobStore(shelves).put(List.of(jobs), unstored, 1);
    board.allStored();
    assertThat(board.takeStored()).isEqualTo(unstored);
    return unstored.stream().map(NoticeRecord::getEvent).toList();
  }

  @Test
  void anEndIsToldOnceForABagOfManyTasks() {
    final Job before = job();
    final Job after = cancelled(before);
    assertThat(board.turned(before, after)).isTrue();
    assertThat(board.turned(after, after)).isFalse();
    assertThat(store(after)).containsExactly("cancelled");
    assertThat(new NoticeStore(shelves).all())
        .singleElement()
        .satisfies(notice -> assertThat(notice.getJob()).isEqualTo("J7"));
  }

  @Test
  void whoAskedForNothingIsToldNothing() {
    final Job before = job("waiting");
    assertThat(board.turned(before, cancelled(before))).isFalse();
    look(job());
    clock.advance(NoticeBoard.LASTING);
    look(job());
    assertThat(store()).isEmpty();
  }

  @Test
  void thatAJobWaitsIsToldAfterAWhileAndOnce() {
    final Job waits = job("waiting", "end");
    look(waits);
    assertThat(store()).isEmpty();
    clock.advance(NoticeBoard.LASTING);
    look(waits);
    assertThat(store()).containsExactly("waiting");
    look(waits);
    assertThat(store()).isEmpty();

    board = board();
    look(waits);
    clock.advance(NoticeBoard.LASTING);
    look(waits);
    assertThat(store()).as("nor does the next leader tell it").isEmpty();
  }

  @Test
  void whatIsOverIsForgotten() {
    final Job waits = job("waiting");
    look(waits);
    clock.advance(NoticeBoard.LASTING);
    look(waits);
    assertThat(store()).containsExactly("waiting");
    look();
    assertThat(new NoticeStore(shelves).all()).isEmpty();
  }

  @Test
  void whatFindsNoRoomIsNotTold() {
    room = false;
    final Job before = job();
    assertThat(board.turned(before, cancelled(before))).isFalse();
  }

  @Test
  void jobAndNoticeAreWrittenTogetherOrNotAtAll() {
    final Job before = job();
    final Job after = cancelled(before);
    assertThat(board.turned(before, after)).isTrue();
    shelves.refuseWrites(1);
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> new JobStore(shelves).put(List.of(after), board.unstored(), 1))
        .hasMessage("no space left");
    assertThat(new JobStore(shelves).all()).isEmpty();
    assertThat(new NoticeStore(shelves).all()).isEmpty();
    assertThat(store(after)).containsExactly("cancelled");
    assertThat(new JobStore(shelves).all()).hasSize(1);
  }
}
