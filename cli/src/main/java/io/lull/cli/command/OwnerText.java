package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.json.Views;
import io.lull.cli.text.Screen;
import io.lull.cli.text.Table;
import io.lull.cli.text.Tone;
import io.lull.cli.text.Words;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OwnerSetting;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.protocol.wire.SourceHealth;
import java.util.List;
import java.util.Locale;

/** What the agent tells its owner, for people and as JSON. */
final class OwnerText {
  /** The greatest number means: until resumed. */
  private static final long FOR_GOOD = Long.MAX_VALUE;

  private OwnerText() {}

  static ObjectNode status(OwnerStatus owner) {
    final NodeStatus status = owner.getStatus();
    final ObjectNode o = JsonNodeFactory.instance.objectNode();
    o.put("node", owner.getNode());
    o.put("state", status.getState());
    o.put("reason", status.getReason());
    o.set("since", Views.time(status.getSinceEpochMillis()));
    o.put("ownerIdleSeconds", status.getOwnerIdleMillis() / 1000.0);
    o.put("ownerCpu", status.getOwnerCpu());
    o.put("guestCpu", status.getGuestCpu());
    o.put("inputSource", status.getInputSource());
    o.put("isolation", status.getIsolation());
    o.put("nextChange", orNull(owner.getNextChange()));
    o.set("nextChangeAt", Views.time(owner.getNextChangeEpochMillis()));
    o.put("connected", owner.getConnected());
    o.put("coordinator", orNull(owner.getCoordinator()));
    o.put("job", orNull(owner.getJob()));
    o.put("jobName", orNull(owner.getJobName()));
    o.put("user", orNull(owner.getUser()));
    final boolean forGood = owner.getPausedUntilEpochMillis() == FOR_GOOD;
    o.put("paused", owner.getPausedUntilEpochMillis() != 0);
    o.set("pausedUntil", Views.time(forGood ? 0 : owner.getPausedUntilEpochMillis()));
    final ArrayNode sources = o.putArray("sources");
    for (final SourceHealth source : owner.getSourcesList()) {
      final ObjectNode s = sources.addObject();
      s.put("name", source.getName());
      s.put("working", source.getWorking());
      s.put("detail", orNull(source.getDetail()));
      s.set("lastInputAt", Views.time(source.getLastInputEpochMillis()));
    }
    return o;
  }

  @SuppressWarnings("NullAway") // a null value is what the document then has
  private static String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  static ArrayNode settings(List<OwnerSetting> settings) {
    final ArrayNode array = JsonNodeFactory.instance.arrayNode();
    settings.forEach(setting ->
        array
            .addObject()
            .put("key", setting.getKey())
            .put("value", setting.getValue())
            .put("range", setting.getRange()));
    return array;
  }

  static Table table(List<OwnerSetting> settings) {
    final Table table = new Table().left("KEY").left("VALUE").left("MAY BE");
    settings.forEach(
        s -> table.row().cell(s.getKey(), Tone.STRONG).cell(s.getValue()).cell(s.getRange()));
    return table;
  }

  static String page(Surroundings surroundings, OwnerStatus owner) {
    final Screen screen = surroundings.screen();
    final NodeStatus status = owner.getStatus();
    final StringBuilder out = new StringBuilder();
    out.append(Tone.STRONG.on(screen, owner.getNode()))
        .append("  ")
        .append(Tone.ofState(status.getState()).on(screen, status.getState()))
        .append("  ")
        .append(status.getReason())
        .append('\n');
    line(out, screen, "next", owner.getNextChange());
    line(out, screen, "paused", paused(surroundings, owner.getPausedUntilEpochMillis()));
    line(out, screen, "job", job(owner));
    line(
        out,
        screen,
        "CPU",
        "you "
            + Words.percent(status.getOwnerCpu())
            + ", the guest "
            + Words.percent(status.getGuestCpu()));
    line(
        out,
        screen,
        "coordinator",
        owner.getCoordinator() + (owner.getConnected() ? "" : " (not connected)"));
    for (final SourceHealth source : owner.getSourcesList()) {
      line(
          out,
          screen,
          "input",
          source.getName()
              + (source.getWorking() ? "" : ", not working")
              + (source.getDetail().isEmpty() ? "" : ": " + source.getDetail()));
    }
    line(out, screen, "isolation", status.getIsolation());
    return out.toString();
  }

  private static String paused(Surroundings surroundings, long until) {
    if (until == 0) {
      return "";
    }
    return until == FOR_GOOD
        ? "until lull owner resume"
        : "until " + Words.moment(until, surroundings.zone());
  }

  private static String job(OwnerStatus owner) {
    if (owner.getJob().isEmpty()) {
      return "none here";
    }
    return owner.getJob() + " " + owner.getJobName() + ", of " + owner.getUser();
  }

  private static void line(StringBuilder out, Screen screen, String name, String value) {
    if (!value.isBlank()) {
      out.append("  ")
          .append(Tone.QUIET.on(screen, String.format(Locale.ROOT, "%-12s", name)))
          .append(' ')
          .append(value)
          .append('\n');
    }
  }
}
