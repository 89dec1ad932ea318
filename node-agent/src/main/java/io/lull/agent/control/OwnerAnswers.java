package io.lull.agent.control;

import io.lull.agent.core.owner.NodeCore;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.agent.owner.OwnerWatch;
import io.lull.agent.record.OwnerLedger;
import io.lull.agent.record.PauseFile;
import io.lull.agent.settings.SettingsStore;
import io.lull.protocol.text.VisibleText;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.OwnerPause;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerSet;
import io.lull.protocol.wire.OwnerSetting;
import io.lull.protocol.wire.OwnerStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The action and the answer for each of the owner's questions. */
public final class OwnerAnswers {
  private static final Duration LONGEST_PAUSE = Duration.ofDays(365);

  private final OwnerWatch watch;
  private final SettingsStore settings;
  private final Kept kept;
  private final AgentDetails details;
  private final Clock clock;

  /** What the agent stores for its owner. */
  public record Kept(OwnerLedger ledger, PauseFile pause) {}

  public OwnerAnswers(
      OwnerWatch watch, SettingsStore settings, Kept kept, AgentDetails details, Clock clock) {
    this.watch = watch;
    this.settings = settings;
    this.kept = kept;
    this.details = details;
    this.clock = clock;
  }

  OwnerReply answer(OwnerRequest request) {
    try {
      return switch (request.getRequestCase()) {
        case STATUS -> reply(status());
        case PAUSE -> reply(pause(request.getPause()));
        case RESUME -> {
          kept.pause().forget();
          watch.tell(new NodeEvent.Resume());
          yield reply(
              status().toBuilder()
                  .setPausedUntilEpochMillis(0)
                  .setPausesAfterGuests(false)
                  .build());
        }
        case SET -> {
          final OwnerSet set = request.getSet();
          if (set.getCheck()) {
            settings.check(set.getKey(), set.getValue());
          } else {
            settings.set(set.getKey(), set.getValue());
            watch.tell(new NodeEvent.SettingsChanged());
          }
          yield settings(set.getKey());
        }
        case GET -> settings(request.getGet().getKey());
        case FOLLOW -> settings("").toBuilder().setStatus(status()).build();
        case HISTORY ->
            OwnerReply.newBuilder()
                .setHistory(
                    kept.ledger()
                        .history(
                            request.getHistory().getFromEpochMillis(),
                            request.getHistory().getUntilEpochMillis()))
                .build();
        case REQUEST_NOT_SET -> refused("this agent does not know that question: is it older?");
      };
    } catch (IllegalArgumentException | IllegalStateException e) {
      return refused(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return refused("cannot store the setting: " + e.getMessage());
    }
  }

  private OwnerStatus pause(OwnerPause asked) {
    final long millis = asked.getMillis();
    if (millis < 0 || millis > LONGEST_PAUSE.toMillis()) {
      throw new IllegalArgumentException(
          "a pause is from 1ms to " + LONGEST_PAUSE.toDays() + "d, or without end");
    }
    final long until = millis == 0 ? Long.MAX_VALUE : clock.epochMillis() + millis;
    final NodeCore core = watch.core();
    final boolean afterGuests =
        asked.getAfterGuests()
            && core.hasGuests()
            && core.pausedUntilEpochMillis() <= clock.epochMillis();
    watch.tell(new NodeEvent.Pause(until, asked.getAfterGuests()));
    // No guest outlives the agent: after a restart the agent is paused from the start.
    kept.pause().keep(until);
    return status().toBuilder()
        .setPausedUntilEpochMillis(afterGuests ? 0 : until)
        .setPausesAfterGuests(afterGuests)
        .build();
  }

  private OwnerStatus status() {
    final NodeCore core = watch.core();
    final AgentDetails.Visitor visitor = details.visitor();
    return OwnerStatus.newBuilder()
        .setNode(details.node())
        .setStatus(core.toWire().toBuilder().setIsolation(details.isolation()))
        .addAllSources(watch.sourceHealth())
        .addAllSessions(core.sessions())
        .addAllEngagements(core.engagements())
        .setProfile(core.profile())
        .setNextChange(core.nextChange())
        .setNextChangeEpochMillis(core.nextChangeEpochMillis())
        .setKind(core.kind())
        .setExclusiveProgram(core.exclusiveProgram())
        .setNextKind(core.nextKind())
        .setNextProfile(core.nextProfile())
        .setConnected(details.connected())
        .setCoordinator(details.coordinator())
        .setJob(visitor.job())
        .setJobName(visitor.jobName())
        .setUser(visitor.user())
        .setGuestMemoryBytes(details.guestMemoryBytes())
        .setGhost(core.ghostWaits())
        .setPausedUntilEpochMillis(core.pausedUntilEpochMillis())
        .setPausesAfterGuests(core.pausesAfterGuests())
        .setRecord(kept.ledger().record())
        .setConditions(watch.conditions())
        .addAllWarnings(warnings())
        .build();
  }

  private List<String> warnings() {
    return Stream.of(kept.pause().warning(), kept.ledger().warning())
        .flatMap(Optional::stream)
        .toList();
  }

  private OwnerReply settings(String key) {
    final OwnerReply.Builder reply = OwnerReply.newBuilder();
    for (final SettingsStore.View view : settings.views(key)) {
      reply.addSettings(
          OwnerSetting.newBuilder()
              .setKey(view.key())
              .setValue(view.value())
              .setRange(view.range())
              .setDefaultValue(view.defaultText())
              .setLocked(view.locked())
              .setPolicy(view.policy()));
    }
    return reply.build();
  }

  private static OwnerReply reply(OwnerStatus status) {
    return OwnerReply.newBuilder().setStatus(status).build();
  }

  private static OwnerReply refused(String why) {
    return OwnerReply.newBuilder().setRefused(VisibleText.line(why)).build();
  }
}
