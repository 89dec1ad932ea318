package io.lull.tray.notice;

import io.lull.platform.tray.TrayNotice;
import io.lull.protocol.wire.OwnerReclaim;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.tray.agent.AgentState;
import io.lull.tray.agent.AgentWords;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.util.List;
import java.util.Optional;

/** Derives notices from changes of the agent's state. */
public final class AgentNotices {
  private final Texts texts;
  private final Phrases phrases;
  private final AgentWords words;

  public AgentNotices(Phrases phrases) {
    this.phrases = phrases;
    this.texts = Texts.of("notice", phrases.texts().locale());
    this.words = new AgentWords(phrases);
  }

  /** Empty: nothing has happened that matters at this level. */
  public Optional<TrayNotice> between(
      AgentState before, AgentState now, NoticeLevel level, long nowEpochMillis) {
    // The state at the program's start is not news: the icon shows it.
    if (level == NoticeLevel.NONE || before instanceof AgentState.Looking) {
      return Optional.empty();
    }
    if (now instanceof AgentState.Present present) {
      final Optional<OwnerStatus> known = before.present().map(AgentState.Present::status);
      return known.flatMap(last -> between(last, present.status(), level, nowEpochMillis));
    }
    return before instanceof AgentState.Present
        ? Optional.of(stated(words.of(now, nowEpochMillis)))
        : Optional.empty();
  }

  private Optional<TrayNotice> between(
      OwnerStatus before, OwnerStatus now, NoticeLevel level, long nowEpochMillis) {
    if (now.getKind().equals("blind") && !before.getKind().equals("blind")) {
      return Optional.of(
          new TrayNotice(texts.say("blind"), words.of(present(now), nowEpochMillis).reason()));
    }
    final Optional<String> warning =
        now.getWarningsList().stream()
            .filter(each -> !before.getWarningsList().contains(each))
            .findFirst();
    if (warning.isPresent()) {
      return Optional.of(new TrayNotice(texts.say("warning"), warning.get()));
    }
    return level == NoticeLevel.ALL ? guest(before, now) : Optional.empty();
  }

  private Optional<TrayNotice> guest(OwnerStatus before, OwnerStatus now) {
    if (AgentWords.isGuest(now) && !AgentWords.isGuest(before)) {
      return Optional.of(
          new TrayNotice(texts.say("came"), texts.say("came.whose", now.getUser(), name(now))));
    }
    final Optional<OwnerReclaim> left = newest(now).filter(gone -> gone.getFreeMillis() >= 0);
    return left.filter(gone -> !sameReclaim(gone, before))
        .map(gone ->
            new TrayNotice(
                texts.say(gone.getKilled() ? "ended" : "left"),
                texts.say(
                    "left.how",
                    phrases.quickly(Math.max(0, gone.getHeldMillis())),
                    phrases.quickly(gone.getFreeMillis()))));
  }

  private static boolean sameReclaim(OwnerReclaim gone, OwnerStatus before) {
    return newest(before)
        .filter(
            last -> last.getAtEpochMillis() == gone.getAtEpochMillis() && last.getFreeMillis() >= 0)
        .isPresent();
  }

  private static Optional<OwnerReclaim> newest(OwnerStatus status) {
    return status.getRecord().getRecentList().stream().findFirst();
  }

  private static String name(OwnerStatus status) {
    return status.getJobName().isEmpty() ? status.getJob() : status.getJobName();
  }

  private static AgentState present(OwnerStatus status) {
    return new AgentState.Present(status, List.of());
  }

  private static TrayNotice stated(AgentWords.Words said) {
    return new TrayNotice(said.headline(), said.reason());
  }
}
