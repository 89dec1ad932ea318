package io.lull.cli.command;

import io.lull.cli.text.DetailPage;
import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OwnerConditions;
import io.lull.protocol.wire.OwnerEngagement;
import io.lull.protocol.wire.OwnerReclaim;
import io.lull.protocol.wire.OwnerRecord;
import io.lull.protocol.wire.OwnerSession;
import io.lull.protocol.wire.OwnerSetting;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.protocol.wire.SourceHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The agent's answers to its owner, for people. */
final class OwnerText {
  private static final int LABEL_WIDTH = 11;
  private static final int RETURNS_SHOWN = 8;

  /** Shorter times are not mentioned. */
  private static final double NOTED_SHARE = 0.05;

  private OwnerText() {}

  static Table table(List<OwnerSetting> settings) {
    final Table table = new Table().left("KEY").left("VALUE").left("MAY BE");
    settings.forEach(s ->
        table
            .row()
            .cell(s.getKey(), TextStyle.STRONG)
            .cell(s.getValue())
            .cell(
                (s.getLocked() ? "fixed" : s.getRange())
                    + (s.getPolicy().isEmpty() ? "" : " (" + s.getPolicy() + ")")));
    return table;
  }

  static String page(CommandEnvironment environment, OwnerStatus owner) {
    final NodeStatus status = owner.getStatus();
    final DetailPage page = new DetailPage(environment.screen(), LABEL_WIDTH);
    page.title(owner.getNode(), status.getState(), status.getReason());
    owner.getWarningsList().forEach(warning -> page.line("warning", warning, TextStyle.CARE));
    page.line("next", owner.getNextChange());
    page.line("paused", paused(environment, owner.getPausedUntilEpochMillis()));
    page.line("job", job(owner));
    page.line(
        "processors",
        "you "
            + HumanFormat.percent(status.getOwnerCpu())
            + ", guests "
            + HumanFormat.percent(status.getGuestCpu()));
    if (owner.getGuestMemoryBytes() > 0) {
      page.line("memory", "guests " + Sizes.format(owner.getGuestMemoryBytes()));
    }
    page.line("machine", machine(owner.getConditions()));
    page.line("profile", owner.getProfile());
    page.line(
        "coordinator", owner.getCoordinator() + (owner.getConnected() ? "" : " (not connected)"));
    page.line("isolation", status.getIsolation());
    seen(page, environment, owner);
    record(page, environment, owner.getRecord());
    return page.toString();
  }

  private static String paused(CommandEnvironment environment, long until) {
    if (until == 0) {
      return "";
    }
    return until == OwnerJson.FOR_GOOD
        ? "until lull owner resume"
        : "until " + HumanFormat.moment(until, environment.zone());
  }

  private static String job(OwnerStatus owner) {
    if (owner.getJob().isEmpty()) {
      return "none here";
    }
    return owner.getJob() + " " + owner.getJobName() + ", of " + owner.getUser();
  }

  private static String machine(OwnerConditions now) {
    final List<String> words = new ArrayList<>();
    words.add(now.getMains() ? "on mains" : "battery at " + HumanFormat.percent(now.getCharge()));
    if (now.getPowerSaver()) {
      words.add("saving power");
    }
    if (now.getCelsius() != 0) {
      words.add(String.format(Locale.ROOT, "%.0f °C", now.getCelsius()));
    }
    if (now.getThrottled()) {
      words.add("slowed down by heat");
    }
    if (now.getOwnerDisk() >= NOTED_SHARE) {
      words.add("your disk use " + HumanFormat.percent(now.getOwnerDisk()));
    }
    if (now.getOwnerNetwork() >= NOTED_SHARE) {
      words.add("your network use " + HumanFormat.percent(now.getOwnerNetwork()));
    }
    return String.join(", ", words);
  }

  /** How the owner is detected: sources, sessions, engagements. */
  private static void seen(DetailPage page, CommandEnvironment environment, OwnerStatus owner) {
    page.section("Presence detection");
    if (owner.getSourcesCount() == 0) {
      page.line("", "none: Lull assumes that you are present", TextStyle.BAD);
    }
    for (final SourceHealth source : owner.getSourcesList()) {
      final String last =
          source.getLastInputEpochMillis() == 0
              ? ""
              : "; last input "
                  + HumanFormat.duration(environment.since(source.getLastInputEpochMillis()))
                  + " ago";
      page.line(
          source.getWorking() ? "works" : "lost",
          source.getName() + (source.getDetail().isEmpty() ? "" : ": " + source.getDetail()) + last,
          source.getWorking() ? TextStyle.PLAIN : TextStyle.BAD);
    }
    for (final OwnerSession session : owner.getSessionsList()) {
      final boolean unseen = session.getSeenByCount() == 0;
      page.line("session", session(session), unseen ? TextStyle.BAD : TextStyle.PLAIN);
    }
    for (final OwnerEngagement engagement : owner.getEngagementsList()) {
      page.line("busy", engaged(engagement));
    }
  }

  private static String session(OwnerSession session) {
    return session.getId()
        + " of "
        + session.getUser()
        + ", "
        + session.getKind()
        + (session.getSeat().isEmpty() ? "" : " at " + session.getSeat())
        + (session.getRemote() ? ", remote" : "")
        + (session.getLocked() ? ", locked" : "")
        + (session.getSeenByCount() == 0
            ? ", not detected"
            : ", detected by " + String.join(" and ", session.getSeenByList()));
  }

  private static String engaged(OwnerEngagement engagement) {
    final String by = engagement.getBy();
    return switch (engagement.getHow()) {
      case "screen-kept-on" -> (by.isEmpty() ? "a program" : by) + " keeps the screen on";
      case "full-screen" -> (by.isEmpty() ? "a program" : by) + " runs in full screen";
      case "microphone" -> "a microphone is in use" + with(by);
      case "camera" -> "a camera is in use" + with(by);
      case "remote-desktop" -> "the desktop is used remotely" + with(by);
      default -> engagement.getHow() + with(by);
    };
  }

  private static String with(String by) {
    return by.isEmpty() ? "" : " by " + by;
  }

  private static void record(DetailPage page, CommandEnvironment environment, OwnerRecord record) {
    page.section("Your record");
    page.line("since", HumanFormat.moment(record.getSinceEpochMillis(), environment.zone()));
    page.line(
        "given",
        HumanFormat.duration(duration(record.getGuestSeconds()))
            + " of your computer, "
            + HumanFormat.duration(duration(record.getGuestCoreSeconds()))
            + " of one core, to "
            + HumanFormat.count(record.getJobs(), "job")
            + " of "
            + HumanFormat.count(record.getUsers(), "user"));
    page.line(
        "taken back",
        HumanFormat.count(record.getVacated() + record.getEvicted(), "time")
            + (record.getEvicted() == 0 ? "" : ", " + record.getEvicted() + " of them killed"));
    page.line(
        "incidents",
        record.getIncidents() == 0 ? "none" : Long.toString(record.getIncidents()),
        record.getIncidents() == 0 ? TextStyle.PLAIN : TextStyle.BAD);
    if (record.getRecentCount() == 0) {
      return;
    }
    final List<OwnerReclaim> held = measured(record);
    if (!held.isEmpty()) {
      page.line("held", median(held));
    }
    page.section("When you came back");
    final Table table =
        new Table().left("WHEN").right("HELD").right("FREE").left("JOB").left("BECAUSE");
    record.getRecentList().stream()
        .limit(RETURNS_SHOWN)
        .forEach(r ->
            table
                .row()
                .cell(HumanFormat.moment(r.getAtEpochMillis(), environment.zone()), TextStyle.QUIET)
                .cell(r.getHeldMillis() < 0 ? "–" : HumanFormat.millis(r.getHeldMillis()))
                .cell(
                    r.getFreeMillis() < 0 ? "–" : HumanFormat.millis(r.getFreeMillis()),
                    r.getKilled() ? TextStyle.CARE : TextStyle.PLAIN)
                .cell(r.getJob().isEmpty() ? "–" : r.getJob())
                .cell(r.getWhy()));
    page.table(table);
  }

  private static List<OwnerReclaim> measured(OwnerRecord record) {
    return record.getRecentList().stream().filter(r -> r.getHeldMillis() >= 0).toList();
  }

  private static String median(List<OwnerReclaim> held) {
    final List<Double> sorted =
        held.stream().map(OwnerReclaim::getHeldMillis).sorted().collect(Collectors.toList());
    return "in "
        + HumanFormat.millis(sorted.get(sorted.size() / 2))
        + " (median of the last "
        + sorted.size()
        + "), at most "
        + HumanFormat.millis(sorted.getLast());
  }

  private static Duration duration(double seconds) {
    return Duration.ofMillis((long) (seconds * 1000));
  }
}
