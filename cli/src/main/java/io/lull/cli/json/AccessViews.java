package io.lull.cli.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.protocol.wire.AuditEntry;
import io.lull.protocol.wire.AuditList;
import io.lull.protocol.wire.LimitList;
import io.lull.protocol.wire.PriorityLimit;
import io.lull.protocol.wire.PriorityList;
import io.lull.protocol.wire.RevocationView;
import io.lull.protocol.wire.UserLimit;
import java.util.List;

/** Who may do how much, revocations and the audit log, as documents. */
public final class AccessViews {
  private AccessViews() {}

  public static ObjectNode revocation(RevocationView view) {
    final ObjectNode o = Json.NODES.objectNode();
    o.put("name", view.getName());
    o.put("role", view.getRole());
    o.set("at", JsonViews.time(view.getAt()));
    o.put("by", view.getBy());
    return o;
  }

  public static ArrayNode revocations(List<RevocationView> views) {
    final ArrayNode all = Json.NODES.arrayNode();
    views.forEach(view -> all.add(revocation(view)));
    return all;
  }

  public static ObjectNode audit(AuditList list) {
    final ObjectNode o = Json.NODES.objectNode();
    final ArrayNode entries = o.putArray("entries");
    list.getEntriesList().forEach(entry -> entries.add(entry(entry)));
    o.put("more", list.getMore());
    return o;
  }

  public static ObjectNode priorities(PriorityList list) {
    final ObjectNode o = Json.NODES.objectNode();
    o.put("everybody", list.getEverybody());
    final ArrayNode limits = o.putArray("limits");
    for (final PriorityLimit limit : list.getLimitsList()) {
      limits
          .addObject()
          .put("user", limit.getUser())
          .put("greatest", limit.getGreatest())
          .put("by", limit.getBy())
          .set("at", JsonViews.time(limit.getAt()));
    }
    return o;
  }

  public static ObjectNode limits(LimitList list) {
    final ObjectNode o = Json.NODES.objectNode();
    o.set("everybody", limit(list.getEverybody()));
    final ArrayNode limits = o.putArray("limits");
    list.getLimitsList().forEach(limit -> limits.add(limit(limit).put("user", limit.getUser())));
    return o;
  }

  /** A number of 0 is no limit; none is as for everybody. */
  private static ObjectNode limit(UserLimit limit) {
    final ObjectNode o = Json.NODES.objectNode();
    o.set("nodes", number(limit.hasNodes(), limit.getNodes()));
    o.set("jobs", number(limit.hasJobs(), limit.getJobs()));
    o.set("at", JsonViews.time(limit.getAt()));
    o.set("by", JsonViews.text(limit.getBy()));
    return o;
  }

  private static JsonNode number(boolean set, int number) {
    return set ? Json.NODES.numberNode(number) : Json.NODES.nullNode();
  }

  private static ObjectNode entry(AuditEntry entry) {
    final ObjectNode o = Json.NODES.objectNode();
    o.set("at", JsonViews.time(entry.getAt()));
    o.put("who", entry.getWho());
    o.set("role", JsonViews.text(entry.getRole()));
    o.set("host", JsonViews.text(entry.getHost()));
    o.put("action", entry.getAction());
    o.set("subject", JsonViews.text(entry.getSubject()));
    o.put("outcome", entry.getOutcome());
    o.set("detail", JsonViews.text(entry.getDetail()));
    return o;
  }
}
