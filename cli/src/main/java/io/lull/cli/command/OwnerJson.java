package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.json.JsonViews;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OwnerConditions;
import io.lull.protocol.wire.OwnerEngagement;
import io.lull.protocol.wire.OwnerReclaim;
import io.lull.protocol.wire.OwnerRecord;
import io.lull.protocol.wire.OwnerSession;
import io.lull.protocol.wire.OwnerSetting;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.protocol.wire.SourceHealth;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The agent's answers to its owner, as JSON. */
final class OwnerJson {
  /** {@link Long#MAX_VALUE} means: until resumed. */
  static final long FOR_GOOD = Long.MAX_VALUE;

  private OwnerJson() {}

  static ObjectNode status(OwnerStatus owner) {
    final NodeStatus status = owner.getStatus();
    final ObjectNode o = JsonNodeFactory.instance.objectNode();
    o.put("node", owner.getNode());
    o.put("state", status.getState());
    o.put("reason", status.getReason());
    o.set("since", JsonViews.time(status.getSinceEpochMillis()));
    o.put("ownerIdleSeconds", status.getOwnerIdleMillis() / 1000.0);
    o.put("ownerCpu", status.getOwnerCpu());
    o.put("guestCpu", status.getGuestCpu());
    o.put("inputSource", status.getInputSource());
    o.put("isolation", status.getIsolation());
    o.put("nextChange", orNull(owner.getNextChange()));
    o.set("nextChangeAt", JsonViews.time(owner.getNextChangeEpochMillis()));
    o.put("connected", owner.getConnected());
    o.put("coordinator", orNull(owner.getCoordinator()));
    o.put("job", orNull(owner.getJob()));
    o.put("jobName", orNull(owner.getJobName()));
    o.put("user", orNull(owner.getUser()));
    o.put("guestMemoryBytes", owner.getGuestMemoryBytes());
    o.put("ghost", owner.getGhost());
    final boolean forGood = owner.getPausedUntilEpochMillis() == FOR_GOOD;
    o.put("paused", owner.getPausedUntilEpochMillis() != 0);
    o.put("pausesAfterJob", owner.getPausesAfterGuests());
    o.set("pausedUntil", JsonViews.time(forGood ? 0 : owner.getPausedUntilEpochMillis()));
    o.put("profile", orNull(owner.getProfile()));
    o.set("reclaims", JsonViews.record(status.getReclaims()));
    o.set("vacate", JsonViews.record(status.getVacates()));
    o.put("lostReclaims", status.getLostReclaims());
    final ArrayNode sources = o.putArray("sources");
    owner.getSourcesList().forEach(source -> source(sources.addObject(), source));
    final ArrayNode sessions = o.putArray("sessions");
    owner.getSessionsList().forEach(session -> session(sessions.addObject(), session));
    final ArrayNode engagements = o.putArray("engagements");
    owner.getEngagementsList().forEach(each -> engagement(engagements.addObject(), each));
    conditions(o.putObject("conditions"), owner.getConditions());
    record(o.putObject("record"), owner.getRecord());
    final ArrayNode warnings = o.putArray("warnings");
    owner.getWarningsList().forEach(warnings::add);
    return o;
  }

  private static void source(ObjectNode o, SourceHealth source) {
    o.put("name", source.getName());
    o.put("working", source.getWorking());
    o.put("detail", orNull(source.getDetail()));
    o.set("lastInputAt", JsonViews.time(source.getLastInputEpochMillis()));
  }

  private static void session(ObjectNode o, OwnerSession session) {
    o.put("id", session.getId());
    o.put("user", session.getUser());
    o.put("kind", session.getKind());
    o.put("seat", orNull(session.getSeat()));
    o.put("remote", session.getRemote());
    o.put("locked", session.getLocked());
    final ArrayNode seenBy = o.putArray("seenBy");
    session.getSeenByList().forEach(seenBy::add);
  }

  private static void engagement(ObjectNode o, OwnerEngagement engagement) {
    o.put("how", engagement.getHow());
    o.put("by", orNull(engagement.getBy()));
    o.put("source", engagement.getSource());
  }

  private static void conditions(ObjectNode o, OwnerConditions conditions) {
    o.put("mains", conditions.getMains());
    o.put("charge", conditions.getCharge());
    o.put("powerSaver", conditions.getPowerSaver());
    o.put("celsius", conditions.getCelsius() == 0 ? null : conditions.getCelsius());
    o.put("throttled", conditions.getThrottled());
    o.put("ownerDisk", conditions.getOwnerDisk());
    o.put("ownerNetwork", conditions.getOwnerNetwork());
  }

  private static void record(ObjectNode o, OwnerRecord record) {
    o.set("since", JsonViews.time(record.getSinceEpochMillis()));
    o.put("guestSeconds", record.getGuestSeconds());
    o.put("guestCoreSeconds", record.getGuestCoreSeconds());
    o.put("jobs", record.getJobs());
    o.put("users", record.getUsers());
    o.put("vacated", record.getVacated());
    o.put("evicted", record.getEvicted());
    o.put("incidents", record.getIncidents());
    final ArrayNode recent = o.putArray("recent");
    for (final OwnerReclaim reclaim : record.getRecentList()) {
      final ObjectNode r = recent.addObject();
      r.set("at", JsonViews.time(reclaim.getAtEpochMillis()));
      r.put("why", reclaim.getWhy());
      r.put("source", orNull(reclaim.getSource()));
      r.put("worker", reclaim.getWorker());
      r.put("job", orNull(reclaim.getJob()));
      r.put("user", orNull(reclaim.getUser()));
      r.put("heldMs", reclaim.getHeldMillis() < 0 ? null : reclaim.getHeldMillis());
      r.put("freeMs", reclaim.getFreeMillis() < 0 ? null : reclaim.getFreeMillis());
      r.put("killed", reclaim.getKilled());
    }
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  static ArrayNode settings(List<OwnerSetting> settings) {
    final ArrayNode array = JsonNodeFactory.instance.arrayNode();
    settings.forEach(setting ->
        array
            .addObject()
            .put("key", setting.getKey())
            .put("value", setting.getValue())
            .put("range", setting.getRange())
            .put("default", orNull(setting.getDefaultValue()))
            .put("locked", setting.getLocked())
            .put("policy", orNull(setting.getPolicy())));
    return array;
  }
}
