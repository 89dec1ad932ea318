package io.lull.tray.notice;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.tray.TrayNotice;
import io.lull.protocol.wire.OwnerReclaim;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.tray.agent.AgentState;
import io.lull.tray.screen.Samples;
import io.lull.tray.text.Phrases;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentNoticesTest {
  private final AgentNotices notices =
      new AgentNotices(new Phrases(Locale.ENGLISH, ZoneOffset.UTC));

  private Optional<TrayNotice> between(AgentState before, AgentState now, NoticeLevel level) {
    return notices.between(before, now, level, Samples.NOW);
  }

  private static AgentState present(OwnerStatus.Builder status) {
    return Samples.present(status.build());
  }

  @Test
  void howThingsAreAtTheStartIsNoNews() {
    assertThat(between(new AgentState.Looking(), Samples.absent(), NoticeLevel.ALL)).isEmpty();
    assertThat(between(new AgentState.Looking(), Samples.present(Samples.fresh()), NoticeLevel.ALL))
        .isEmpty();
  }

  @Test
  void anAgentThatFallsSilentOrBlindNeedsItsOwner() {
    final AgentState there = Samples.present(Samples.owner());
    assertThat(between(there, Samples.silent(), NoticeLevel.NEEDED))
        .map(TrayNotice::title)
        .contains("Lull isn't responding");
    assertThat(between(there, Samples.absent(), NoticeLevel.NEEDED))
        .map(TrayNotice::title)
        .contains("Lull is not running");
    assertThat(between(Samples.silent(), Samples.absent(), NoticeLevel.NEEDED))
        .as("said once")
        .isEmpty();
    assertThat(
            between(
                there, present(Samples.owner().toBuilder().setKind("blind")), NoticeLevel.NEEDED))
        .map(TrayNotice::title)
        .contains("Lull can't detect you at the moment");
    assertThat(between(there, Samples.silent(), NoticeLevel.NONE)).isEmpty();
  }

  @Test
  void aNewWarningIsToldOnce() {
    final AgentState warned = present(Samples.owner().toBuilder().addWarnings("the disk is full"));
    assertThat(between(Samples.present(Samples.owner()), warned, NoticeLevel.NEEDED))
        .contains(new TrayNotice("Lull needs your attention", "the disk is full"));
    assertThat(between(warned, warned, NoticeLevel.NEEDED)).isEmpty();
  }

  @Test
  void guestsAreToldOfToThoseWhoWantThat() {
    final AgentState alone = Samples.present(Samples.owner());
    final AgentState guest = Samples.present(Samples.guest());
    assertThat(between(alone, guest, NoticeLevel.NEEDED)).isEmpty();
    assertThat(between(alone, guest, NoticeLevel.ALL))
        .contains(
            new TrayNotice("A job has started", "heat-3d by ada is running while you're away."));
    final OwnerStatus.Builder leaving = Samples.owner().toBuilder();
    leaving
        .getRecordBuilder()
        .addRecent(
            0,
            OwnerReclaim.newBuilder()
                .setAtEpochMillis(Samples.NOW)
                .setHeldMillis(1.2)
                .setFreeMillis(-1));
    assertThat(between(guest, present(leaving), NoticeLevel.ALL)).as("not gone yet").isEmpty();
    final OwnerStatus.Builder left = leaving.clone();
    left.getRecordBuilder().getRecentBuilder(0).setFreeMillis(3400);
    assertThat(between(present(leaving), present(left), NoticeLevel.ALL))
        .map(TrayNotice::title)
        .contains("The job has left");
    assertThat(between(present(left), present(left), NoticeLevel.ALL)).isEmpty();
  }
}
