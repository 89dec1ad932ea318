package io.lull.tray.computer;

import io.lull.client.ClientFailure;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.OwnerHistoryRequest;
import io.lull.protocol.wire.OwnerReclaim;
import io.lull.protocol.wire.OwnerRecord;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerResume;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.protocol.wire.SourceHealth;
import io.lull.tray.agent.Agent;
import io.lull.tray.agent.AgentState;
import io.lull.tray.agent.AgentWords;
import io.lull.tray.agent.PauseLength;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** The content of this computer's page, and its actions. */
public final class ThisComputerViewModel {
  private static final int RETURNS_SHOWN = 5;

  /** The maximum age of the shown use. */
  private static final Duration AFRESH = Duration.ofMinutes(1);

  private final Agent agent;
  private final UiThread uiThread;
  private final Phrases phrases;
  private final Texts texts;
  private final AgentWords words;
  private final Clock clock;

  private final ReadOnlyObjectWrapper<AgentWords.Words> state = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper present = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper guest = new ReadOnlyBooleanWrapper();
  private final ReadOnlyStringWrapper resuming = new ReadOnlyStringWrapper("");
  private final ReadOnlyObjectWrapper<Contribution> given =
      new ReadOnlyObjectWrapper<>(Contribution.NOTHING);
  private final ReadOnlyObjectWrapper<UseOverTime> use =
      new ReadOnlyObjectWrapper<>(UseOverTime.NOTHING);
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private boolean inSight;
  private long askedNanos;
  private final ObservableList<String> warnings = FXCollections.observableArrayList();
  private final ObservableList<OwnerReturn> returns = FXCollections.observableArrayList();
  private final ObservableList<PresenceSource> eyes = FXCollections.observableArrayList();

  public ThisComputerViewModel(Agent agent, UiThread uiThread, Phrases phrases, Clock clock) {
    this.agent = agent;
    this.uiThread = uiThread;
    this.phrases = phrases;
    this.texts = Texts.of("computer", phrases.texts().locale());
    this.words = new AgentWords(phrases);
    this.clock = clock;
    this.state.set(words.of(new AgentState.Looking(), clock.epochMillis()));
    agent.watch(uiThread.latest(this::show));
  }

  private void show(AgentState now) {
    final AgentWords.Words said = words.of(now, clock.epochMillis());
    final boolean otherwise = !said.headline().equals(state.get().headline());
    state.set(said);
    final boolean old = clock.nanos() - askedNanos >= AFRESH.toNanos();
    if (inSight && now.present().isPresent() && (otherwise || old)) {
      refresh();
    }
    present.set(now.present().isPresent());
    now.present().map(AgentState.Present::status).ifPresent(this::show);
  }

  private void show(OwnerStatus status) {
    guest.set(AgentWords.isGuest(status));
    resuming.set(AgentWords.resuming(status).map(texts::say).orElse(""));
    replace(warnings, status.getWarningsList());
    replace(
        returns,
        status.getRecord().getRecentList().stream()
            .limit(RETURNS_SHOWN)
            .map(this::returned)
            .toList());
    replace(eyes, status.getSourcesList().stream().map(this::eye).toList());
    given.set(given(status.getRecord()));
  }

  /** Unchanged lists are left alone, so that nothing flickers. */
  private static <T> void replace(ObservableList<T> list, List<T> with) {
    if (!list.equals(with)) {
      list.setAll(with);
    }
  }

  private OwnerReturn returned(OwnerReclaim reclaim) {
    final String key = "return." + reclaim.getKind();
    final boolean known = !reclaim.getKind().isEmpty() && texts.knows(key);
    final String how;
    if (reclaim.getHeldMillis() < 0 && reclaim.getFreeMillis() < 0) {
      how = texts.say("return.leaving");
    } else if (reclaim.getFreeMillis() < 0) {
      how = texts.say("return.held", phrases.quickly(reclaim.getHeldMillis()));
    } else {
      how =
          texts.say(
              reclaim.getKilled() ? "return.held-and-ended" : "return.held-and-free",
              phrases.quickly(Math.max(0, reclaim.getHeldMillis())),
              phrases.quickly(reclaim.getFreeMillis()));
    }
    return new OwnerReturn(
        phrases.moment(reclaim.getAtEpochMillis(), clock.epochMillis()),
        known ? texts.say(key) : reclaim.getWhy(),
        how,
        reclaim.getJob(),
        reclaim.getKilled());
  }

  private PresenceSource eye(SourceHealth source) {
    return new PresenceSource(
        source.getName(),
        source.getWorking(),
        source.getDetail(),
        source.getLastInputEpochMillis() == 0
            ? texts.say("source.no-input")
            : texts.say(
                "source.last", phrases.at(source.getLastInputEpochMillis(), clock.epochMillis())));
  }

  private Contribution given(OwnerRecord record) {
    return new Contribution(
        phrases.hours(record.getGuestSeconds()),
        texts.say("given.hours", phrases.date(record.getSinceEpochMillis())),
        Long.toString(record.getJobs()),
        texts.say("given.jobs", record.getJobs()),
        Long.toString(record.getUsers()),
        texts.say("given.people", record.getUsers()));
  }

  /**
   * While the page is visible the agent's regular reports trigger new requests for the computer's
   * use: a timer of the toolkit would wake it sixty times a second.
   */
  public void inSight(boolean now) {
    inSight = now;
    if (now) {
      refresh();
    }
  }

  /** Requests the computer's use until now. */
  private void refresh() {
    askedNanos = clock.nanos();
    final ZonedDateTime now = phrases.local(clock.epochMillis());
    final LocalDate today = now.toLocalDate();
    final OwnerHistoryRequest month =
        OwnerHistoryRequest.newBuilder()
            .setFromEpochMillis(
                today.withDayOfMonth(1).atStartOfDay(now.getZone()).toInstant().toEpochMilli())
            .setUntilEpochMillis(clock.epochMillis())
            .build();
    uiThread.answer(
        agent.ask(OwnerRequest.newBuilder().setHistory(month).build()),
        reply -> use.set(UseOverTime.of(reply.getHistory(), today, now.getZone())),
        // The headline shows the agent's state; earlier content stays.
        _ -> {});
  }

  public void pause(PauseLength length) {
    ask(length.from(phrases.local(clock.epochMillis())));
  }

  public void resume() {
    ask(OwnerRequest.newBuilder().setResume(OwnerResume.getDefaultInstance()).build());
  }

  private void ask(OwnerRequest request) {
    uiThread.answer(agent.ask(request), _ -> problem.set(""), this::failed);
  }

  private void failed(Throwable failure) {
    final String line = ClientFailure.lineOf(failure);
    problem.set(texts.say("failed", line));
  }

  public Phrases phrases() {
    return phrases;
  }

  public Texts texts() {
    return texts;
  }

  public ReadOnlyObjectProperty<AgentWords.Words> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /** Whether the agent can take requests. */
  public ReadOnlyBooleanProperty presentProperty() {
    return present.getReadOnlyProperty();
  }

  /** Whether a job is here. */
  public ReadOnlyBooleanProperty guestProperty() {
    return guest.getReadOnlyProperty();
  }

  /** The label that takes back a pause, or a planned one; empty: neither. */
  public ReadOnlyStringProperty resumingProperty() {
    return resuming.getReadOnlyProperty();
  }

  public ReadOnlyObjectProperty<Contribution> givenProperty() {
    return given.getReadOnlyProperty();
  }

  public ReadOnlyObjectProperty<UseOverTime> useProperty() {
    return use.getReadOnlyProperty();
  }

  /** The failure of the last request; empty: none. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  public ObservableList<String> warnings() {
    return warnings;
  }

  public ObservableList<OwnerReturn> returns() {
    return returns;
  }

  public ObservableList<PresenceSource> eyes() {
    return eyes;
  }
}
