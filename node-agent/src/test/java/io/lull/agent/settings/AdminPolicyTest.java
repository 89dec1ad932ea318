package io.lull.agent.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.agent.core.settings.Isolation;
import io.lull.agent.core.settings.Policy;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminPolicyTest {
  private static final String OFFICE =
      """
      by = "the IT department"
      idle-after { at-least = 3m, at-most = 1h, why = "people read" }
      policy { one-of = [gentle, strict] }
      max-cores = 2
      on-battery { fixed = never, why = "batteries wear" }
      """;

  @TempDir Path folder;

  private AdminPolicy policy(String text) throws IOException {
    final Path file = folder.resolve("policy.conf");
    Files.writeString(file, text);
    return AdminPolicy.read(file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "idle-after | 1m | idle-after cannot be '1m': it must be at least 3m and at most 1h, as the"
            + " IT department (people read) wants it",
        "policy | linger | policy cannot be 'linger': it must be one of gentle, strict, as the IT"
            + " department wants it",
        "max-cores | 3 | max-cores cannot be '3': it must be 2, as the IT department wants it",
        "on-battery | always | on-battery cannot be 'always': it must be never, as the IT"
            + " department (batteries wear) wants it",
        "profile.night.idle-after | 2m | profile.night.idle-after cannot be '2m'"
      })
  void refusesWhatTheAdministratorDoesNotAllowAndSaysWhoAndWhy(String key, String value, String why)
      throws IOException {
    final SettingsStore store = SettingsStore.open(null, folder, policy(OFFICE));
    store.set("profile.night.when", "22:00-06:00");
    assertThatThrownBy(() -> store.set(key, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
    assertThat(store.settings().chosen()).doesNotContainEntry(key, value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "by = \"the IT department\"", "max-cores = 2"})
  void guestsWithoutASandboxAreNotAllowedByWhoIsNoAdministrator(String text) throws IOException {
    for (final AdminPolicy silent : List.of(policy(text), AdminPolicy.CLOSED)) {
      final SettingsStore store = SettingsStore.open(null, folder, silent);
      assertThat(store.settings().get(Setting.REQUIRE_ISOLATION)).isEqualTo(Isolation.SANDBOX);
      assertThatThrownBy(() -> store.set("require-isolation", "any"))
          .hasMessageContaining("it must be at least sandbox")
          .hasMessageContaining("only this computer's policy file can allow guests");
      store.set("require-isolation", "sandbox and control groups");
      store.set("require-isolation", "default");
    }
    final SettingsStore allowed =
        SettingsStore.open(null, folder, policy("require-isolation { at-least = any }"));
    assertThat(allowed.settings().get(Setting.REQUIRE_ISOLATION)).isEqualTo(Isolation.SANDBOX);
    allowed.set("require-isolation", "any");
    assertThat(allowed.settings().get(Setting.REQUIRE_ISOLATION)).isEqualTo(Isolation.ANY);
    assertThat(SettingsStore.open(null, folder).settings().get(Setting.REQUIRE_ISOLATION))
        .as("a choice of before, without that policy")
        .isEqualTo(Isolation.SANDBOX);
  }

  @Test
  void bringsStoredChoicesAndDefaultsWithinTheBoundsWithoutForgettingThem() throws IOException {
    final SettingsStore free = SettingsStore.open(null, folder);
    free.set("idle-after", "1m");
    free.set("policy", "linger");
    free.set("max-cores", "8");
    final Settings bounded = SettingsStore.open(null, folder, policy(OFFICE)).settings();
    assertThat(bounded.get(Setting.IDLE_AFTER)).isEqualTo(Duration.ofMinutes(3));
    assertThat(bounded.get(Setting.POLICY)).isEqualTo(Policy.GENTLE);
    assertThat(bounded.get(Setting.MAX_CORES)).isEqualTo(2);
    final Settings strict =
        SettingsStore.open(null, folder, policy("grace { at-most = 10s }")).settings();
    assertThat(strict.get(Setting.GRACE)).isEqualTo(Duration.ofSeconds(10));
    assertThat(SettingsStore.open(null, folder).settings().get(Setting.IDLE_AFTER))
        .isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void showsWhoLimitsWhat() throws IOException {
    final SettingsStore store = SettingsStore.open(null, folder, policy(OFFICE));
    assertThat(store.views("max-cores"))
        .containsExactly(
            new SettingsStore.View("max-cores", "2", "2", "all", true, "the IT department"));
    assertThat(store.views("idle-after"))
        .containsExactly(
            new SettingsStore.View(
                "idle-after",
                "5m",
                "a duration from 250ms to 1d, and at least 3m and at most 1h",
                "5m",
                false,
                "the IT department (people read)"));
    assertThat(store.views("")).hasSize(Setting.ALL.size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "colour = red | there is no setting 'colour'",
        "grace = soon | grace cannot be 'soon'",
        "grace { least = 3s } | grace knows no 'least'",
        "grace { why = x } | grace has no bound",
        "policy { at-least = strict } | policy has no least or greatest value",
        "grace { at-least = 1m, at-most = 3s } | grace cannot be at least 1m and at most 3s",
        "grace { fixed = 1m, at-most = 3s } | it can have no other bound",
        "policy { one-of = gentle } | one-of must be a list",
        "grace = \"5 | cannot be read"
      })
  void saysWhatIsWrongInTheFile(String text, String why) {
    assertThatThrownBy(() -> policy(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("policy.conf")
        .hasMessageContaining(why)
        .hasMessageNotContaining("\n");
  }

  @Test
  void refusesToGuessWhatADamagedChoiceWas() throws IOException {
    Files.writeString(folder.resolve("owner.conf"), "schedule = \"mon-fri 18");
    assertThatThrownBy(() -> SettingsStore.open(null, folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("owner.conf");
  }

  @Test
  void keepsProfilesAndTakesThemBackWhole() throws IOException {
    final Path file = folder.resolve("agent.conf");
    Files.writeString(
        file, "profile { night { when = \"22:00-06:00\", policy = linger, max-cores = 4 } }");
    final SettingsStore store = SettingsStore.open(file, folder);
    assertThatThrownBy(() -> store.set("profile.lunch.policy", "strict"))
        .hasMessageContaining("set profile.lunch.when first");
    store.set("profile.lunch.when", "mon-fri 12:00-13:00");
    store.set("profile.lunch.policy", "strict");

    final Settings kept = SettingsStore.open(file, folder).settings();
    assertThat(kept.at(at("2026-11-23T12:30")).get(Setting.POLICY)).isEqualTo(Policy.STRICT);
    assertThat(kept.at(at("2026-11-23T23:30")).get(Setting.MAX_CORES)).isEqualTo(4);
    assertThat(kept.at(at("2026-11-23T14:30")).get(Setting.POLICY)).isEqualTo(Policy.GENTLE);
    assertThat(kept.nextProfileChange(at("2026-11-23T12:30")))
        .contains(new Settings.ProfileChange(at("2026-11-23T13:00"), ""));

    store.set("profile.lunch.when", "default");
    assertThat(store.settings().chosen().keySet()).noneMatch(key -> key.contains("lunch"));
    assertThatThrownBy(() -> Settings.of(Map.of("profile.A b.when", "always")))
        .hasMessageContaining("a profile's are profile.NAME.when");
  }

  private static ZonedDateTime at(String local) {
    return java.time.LocalDateTime.parse(local).atZone(ZoneOffset.UTC);
  }
}
