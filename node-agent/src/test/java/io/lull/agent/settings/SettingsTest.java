package io.lull.agent.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.agent.core.settings.OnBattery;
import io.lull.agent.core.settings.Policy;
import io.lull.agent.core.settings.Schedule;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import io.lull.protocol.transport.Throttle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  @Test
  void hasTheDefaultsOfTheContract() {
    assertThat(Settings.DEFAULTS.get(Setting.IDLE_AFTER)).isEqualTo(Duration.ofMinutes(5));
    assertThat(Settings.DEFAULTS.get(Setting.CPU_THRESHOLD)).isEqualTo(0.10);
    assertThat(Settings.DEFAULTS.get(Setting.CPU_WINDOW)).isEqualTo(Duration.ofSeconds(20));
    assertThat(Settings.DEFAULTS.get(Setting.GRACE)).isEqualTo(Duration.ofSeconds(30));
    assertThat(Settings.DEFAULTS.get(Setting.POLICY)).isEqualTo(Policy.GENTLE);
    assertThat(Settings.DEFAULTS.get(Setting.ON_BATTERY)).isEqualTo(OnBattery.NEVER);
    assertThat(Settings.DEFAULTS.get(Setting.SCHEDULE)).isEqualTo(Schedule.ALWAYS);
    assertThat(Settings.DEFAULTS.get(Setting.EXCLUSIVE_PROGRAMS)).isEmpty();
    assertThat(Settings.DEFAULTS.get(Setting.WELCOME)).isEmpty();
    assertThat(Settings.DEFAULTS.get(Setting.MAX_MEMORY).of(8L << 30)).isEqualTo(4L << 30);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "idle-after | 5 | idle-after cannot be '5': it must be a duration from 250ms to 1d",
        "idle-after | 2d | idle-after cannot be '2d'",
        "cpu-threshold | 1.5 | a share from 0.01 to 1.0",
        "cpu-threshold | NaN | a share from 0.01 to 1.0",
        "policy | rude | policy cannot be 'rude': it must be gentle, strict or linger",
        "max-cores | 0 | a whole number from 1 to 4096",
        "max-memory | 1M | a size of at least 64M, or a percentage from 1% to 95%",
        "max-disk | much | a size from 1M to 1024T",
        "max-network | 10K | all, or a size a second from 1M to 1T",
        "on-battery | above 2 | never, always, or 'above' and a charge",
        "schedule | weekends | always, or spans such as",
        "schedule | mon 25:00-26:00 | always, or spans such as",
        "welcome | ada,,bob | everyone, or at most 64 user names",
        "require-encryption | yes | on or off",
        "guest-network | on | peers or open",
        "trusted-signers | ab:cd | anybody, or at most 64 SHA-256 fingerprints",
        "labels | room 2 | none, or at most 64 of name=value",
        "labels | room=1,,a=b | none, or at most 64 of name=value",
        "colour | red | there is no setting 'colour': it is one of idle-after, cpu-threshold"
      })
  void refusesWhatIsOutOfRangeAndNamesTheRange(String key, String value, String why) {
    assertThatThrownBy(() -> Settings.DEFAULTS.with(key, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void complainsInOneLineHoweverLongTheTextIs() {
    final String much = "x".repeat(5000);
    assertThatThrownBy(() -> Settings.DEFAULTS.with(much, "1"))
        .message()
        .hasLineCount(1)
        .hasSizeLessThan(400);
    assertThatThrownBy(() -> Settings.DEFAULTS.with("idle-after", much))
        .message()
        .hasLineCount(1)
        .hasSizeLessThan(400);
  }

  @Test
  void takesEveryFormOfTheContract() {
    final Settings settings =
        Settings.DEFAULTS
            .with("on-battery", "above 0.5")
            .with("exclusive-programs", "OBS, steam")
            .with("welcome", "ada")
            .with("labels", "room=2.14, owner=Ada Smith")
            .with("max-cores", "3")
            .with("max-memory", "2G")
            .with("max-network", "10M");
    assertThat(settings.get(Setting.ON_BATTERY).allows(0.6)).isTrue();
    assertThat(settings.get(Setting.ON_BATTERY).allows(0.5)).isFalse();
    assertThat(settings.get(Setting.EXCLUSIVE_PROGRAMS)).isEqualTo(Set.of("obs", "steam"));
    assertThat(settings.get(Setting.LABELS)).isEqualTo(Set.of("room=2.14", "owner=Ada Smith"));
    assertThat(settings.get(Setting.MAX_MEMORY).of(16L << 30)).isEqualTo(2L << 30);
    assertThat(settings.get(Setting.MAX_NETWORK)).isEqualTo(10L << 20);
    assertThat(settings.with("max-network", "all").get(Setting.MAX_NETWORK))
        .isEqualTo(Throttle.UNLIMITED);
    assertThat(settings.with("max-cores", "default").get(Setting.MAX_CORES))
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void putsTheOwnersChoiceOverTheFileAndKeepsIt(@TempDir Path folder) throws IOException {
    final Path file = folder.resolve("agent.conf");
    Files.writeString(
        file,
        """
        # An office
        idle-after = 90s
        cpu-threshold = 0.25
        welcome = [ada, bob]
        schedule = "mon-fri 18:00-08:00, sat-sun"
        """);
    final SettingsStore store = SettingsStore.open(file, folder);
    assertThat(store.settings().get(Setting.IDLE_AFTER)).isEqualTo(Duration.ofSeconds(90));
    assertThat(store.settings().get(Setting.WELCOME)).isEqualTo(Set.of("ada", "bob"));
    store.set("idle-after", "7m");
    assertThatThrownBy(() -> store.set("idle-after", "soon"))
        .isInstanceOf(IllegalArgumentException.class);

    final Settings next = SettingsStore.open(file, folder).settings();
    assertThat(next.get(Setting.IDLE_AFTER)).isEqualTo(Duration.ofMinutes(7));
    assertThat(next.get(Setting.CPU_THRESHOLD)).isEqualTo(0.25);
    assertThat(next.get(Setting.SCHEDULE).spans()).hasSize(2);

    store.set("idle-after", "default");
    assertThat(SettingsStore.open(file, folder).settings().get(Setting.IDLE_AFTER))
        .isEqualTo(Duration.ofSeconds(90));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "idle-after = soon | idle-after cannot be 'soon'",
        "idle_after = 5m | there is no setting 'idle_after'",
        "grace { a = 1 } | grace must be a single value",
        "grace = \"5 | cannot be read"
      })
  void saysWhatIsWrongInWhichFile(String text, String why, @TempDir Path folder)
      throws IOException {
    final Path file = folder.resolve("agent.conf");
    Files.writeString(file, text);
    assertThatThrownBy(() -> SettingsStore.open(file, folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(why);
  }

  @Test
  void saysThatAFileIsNotThere(@TempDir Path folder) {
    assertThatThrownBy(() -> SettingsStore.open(folder.resolve("none.conf"), folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no configuration file");
  }

  @Test
  void keepsNothingOfTheDefaults() {
    assertThat(Settings.of(Map.of("grace", "10s")).chosen()).isEqualTo(Map.of("grace", "10s"));
  }
}
