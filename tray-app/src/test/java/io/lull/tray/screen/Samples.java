package io.lull.tray.screen;

import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OwnerConditions;
import io.lull.protocol.wire.OwnerDay;
import io.lull.protocol.wire.OwnerHistory;
import io.lull.protocol.wire.OwnerReclaim;
import io.lull.protocol.wire.OwnerRecord;
import io.lull.protocol.wire.OwnerSetting;
import io.lull.protocol.wire.OwnerSpan;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.protocol.wire.SourceHealth;
import io.lull.tray.agent.AgentState;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** An office computer on a Thursday afternoon, in the states that a screen can show. */
public final class Samples {
  /** Thursday, 12 November 2026, 15:40. */
  public static final long NOW = at(LocalDateTime.of(2026, 11, 12, 15, 40));

  private Samples() {}

  public static long at(LocalDateTime local) {
    return local.toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  private static long ago(Duration duration) {
    return NOW - duration.toMillis();
  }

  /** Its owner is at work. */
  public static OwnerStatus owner() {
    return OwnerStatus.newBuilder()
        .setNode("office-17")
        .setStatus(
            NodeStatus.newBuilder()
                .setState("owner")
                .setReason("you used the keyboard or mouse 40 s ago; available in 4 min 20 s")
                .setSinceEpochMillis(ago(Duration.ofMinutes(52)))
                .setOwnerIdleMillis(40_000)
                .setOwnerCpu(0.07))
        .setKind("input")
        .setNextKind("jobs")
        .setNextChangeEpochMillis(NOW + Duration.ofSeconds(260).toMillis())
        .setConnected(true)
        .setCoordinator("grid.example.org:7400")
        .addSources(
            SourceHealth.newBuilder()
                .setName("Wayland session")
                .setWorking(true)
                .setDetail("keyboard, mouse and touch of seat0, by the compositor's idle notice")
                .setLastInputEpochMillis(ago(Duration.ofSeconds(40))))
        .addSources(
            SourceHealth.newBuilder()
                .setName("Kernel devices")
                .setWorking(true)
                .setDetail("2 keyboards, 1 mouse")
                .setLastInputEpochMillis(ago(Duration.ofSeconds(40))))
        .addSources(
            SourceHealth.newBuilder()
                .setName("Sessions")
                .setWorking(true)
                .setDetail("logins and locks, by logind")
                .setLastInputEpochMillis(ago(Duration.ofMinutes(52))))
        .setConditions(OwnerConditions.newBuilder().setMains(true).setCharge(1).setCelsius(48))
        .setRecord(record())
        .build();
  }

  private static OwnerRecord record() {
    return OwnerRecord.newBuilder()
        .setSinceEpochMillis(at(LocalDateTime.of(2026, 9, 7, 9, 0)))
        .setGuestSeconds(412.6 * 3600)
        .setGuestCoreSeconds(3012 * 3600)
        .setJobs(38)
        .setUsers(6)
        .setVacated(57)
        .setEvicted(2)
        .addRecent(returned(Duration.ofMinutes(52), "input", 1.2, 840, false))
        .addRecent(returned(Duration.ofHours(7).plusMinutes(22), "input", 0.8, 3400, false))
        .addRecent(returned(Duration.ofHours(26), "engaged", 3, 620, false))
        .addRecent(returned(Duration.ofHours(47), "load", 240, 30_000, true))
        .build();
  }

  private static OwnerReclaim returned(
      Duration ago, String kind, double held, double free, boolean killed) {
    return OwnerReclaim.newBuilder()
        .setAtEpochMillis(ago(ago))
        .setWhy("you used the keyboard or mouse")
        .setKind(kind)
        .setJob("J41")
        .setUser("ada")
        .setHeldMillis(held)
        .setFreeMillis(free)
        .setKilled(killed)
        .build();
  }

  /** Somebody's job computes here. */
  public static OwnerStatus guest() {
    final OwnerStatus.Builder status = owner().toBuilder();
    status.getStatusBuilder().setState("running").setOwnerIdleMillis(5_400_000).setGuestCpu(0.93);
    return status
        .setKind("away")
        .setNextKind("schedule")
        .setNextChangeEpochMillis(at(LocalDateTime.of(2026, 11, 13, 8, 0)))
        .setJob("J42")
        .setJobName("heat-3d")
        .setUser("ada")
        .build();
  }

  /** The owner wants no jobs until the next morning. */
  public static OwnerStatus paused() {
    final long until = at(LocalDateTime.of(2026, 11, 13, 8, 0));
    return owner().toBuilder()
        .setPausedUntilEpochMillis(until)
        .setKind("paused")
        .setNextKind("jobs")
        .setNextChangeEpochMillis(until)
        .build();
  }

  /** Nobody is there, and no job either. */
  public static OwnerStatus available() {
    final OwnerStatus.Builder status = owner().toBuilder();
    status.getStatusBuilder().setState("available").setOwnerIdleMillis(5_400_000);
    return status.setKind("away").setNextKind("").build();
  }

  /** Nobody knows yet what it gave: it was set up a minute ago. */
  public static OwnerStatus fresh() {
    final OwnerStatus.Builder status = owner().toBuilder().clearRecord().clearSources();
    status.getRecordBuilder().setSinceEpochMillis(NOW - 60_000);
    return status
        .setKind("blind")
        .setNextKind("")
        .addWarnings("the record is not kept on disk for now (no space left on device)")
        .build();
  }

  public static AgentState.Present present(OwnerStatus status) {
    return new AgentState.Present(status, settings());
  }

  public static AgentState silent() {
    return new AgentState.Silent(ago(Duration.ofMinutes(2)), Optional.of(present(owner())));
  }

  public static AgentState absent() {
    return new AgentState.Absent("/var/lib/lull");
  }

  /** A usual month so far, and the day until now. */
  public static OwnerHistory history() {
    final OwnerHistory.Builder history = OwnerHistory.newBuilder();
    final LocalDateTime day = LocalDateTime.of(2026, 11, 12, 0, 0);
    span(history, day, 0, 0, 6, 40, "guest");
    span(history, day, 6, 40, 7, 30, "idle");
    span(history, day, 7, 30, 8, 18, "guest");
    span(history, day, 8, 18, 11, 55, "owner");
    span(history, day, 11, 55, 12, 5, "idle");
    span(history, day, 12, 5, 12, 50, "guest");
    span(history, day, 12, 50, 14, 10, "owner");
    span(history, day, 14, 10, 14, 48, "guest");
    span(history, day, 14, 48, 15, 40, "owner");
    for (int i = 1; i <= 12; i++) {
      final boolean weekend = i % 7 == 0 || i % 7 == 1;
      final double part = i == 12 ? 0.65 : 1;
      history.addDays(
          OwnerDay.newBuilder()
              .setEpochDay(day.toLocalDate().withDayOfMonth(i).toEpochDay())
              .setOwnerSeconds((weekend ? 0.4 : 7.5 + i % 3) * 3600 * part)
              .setIdleSeconds((1.5 + i * 5 % 4) * 3600 * part)
              .setGuestSeconds((weekend ? 17 : 9.5 - i % 3) * 3600 * part));
    }
    return history.build();
  }

  private static void span(
      OwnerHistory.Builder history,
      LocalDateTime day,
      int fromHour,
      int fromMinute,
      int untilHour,
      int untilMinute,
      String use) {
    history.addSpans(
        OwnerSpan.newBuilder()
            .setFromEpochMillis(at(day.plusHours(fromHour).plusMinutes(fromMinute)))
            .setUntilEpochMillis(at(day.plusHours(untilHour).plusMinutes(untilMinute)))
            .setUse(use));
  }

  /** As an owner has chosen them. */
  public static List<OwnerSetting> settings() {
    return List.of(
        setting("idle-after", "10m", "5m", "a duration from 250ms to 1d"),
        setting("cpu-threshold", "0.10", "0.10", "a share from 0.01 to 1.0"),
        setting("cpu-window", "20s", "20s", "a duration from 1s to 10m"),
        setting("grace", "30s", "30s", "a duration from 0ms to 1h"),
        setting("policy", "gentle", "gentle", "gentle, strict or linger"),
        setting("schedule", "mon-fri 18:00-08:00, sat-sun", "always", "always, or spans"),
        setting("on-battery", "above 0.6", "never", "never, always, or 'above' and a charge"),
        setting("on-power-saver", "never", "never", "never or always"),
        setting("max-temperature", "90", "90", "any, or a number of degrees"),
        setting("max-cores", "all", "all", "all, or a whole number from 1 to 4096"),
        setting("max-memory", "50%", "50%", "a size of at least 64M, or a percentage"),
        setting("max-disk", "10G", "10G", "a size from 1M to 1024T"),
        setting("max-network", "all", "all", "all, or a size a second from 1M to 1T"),
        setting("exclusive-programs", "blender, steam", "none", "none, or program names"),
        setting("welcome", "everyone", "everyone", "everyone, or user names"));
  }

  /** The same, where an administrator has a say. */
  public static List<OwnerSetting> boundedSettings() {
    return settings().stream()
        .map(setting ->
            switch (setting.getKey()) {
              case "idle-after" ->
                  setting.toBuilder()
                      .setPolicy("the IT department (people read long documents here)")
                      .build();
              case "cpu-threshold" ->
                  setting.toBuilder().setLocked(true).setPolicy("the IT department").build();
              default -> setting;
            })
        .toList();
  }

  private static OwnerSetting setting(String key, String value, String usual, String range) {
    return OwnerSetting.newBuilder()
        .setKey(key)
        .setValue(value)
        .setDefaultValue(usual)
        .setRange(range)
        .build();
  }
}
