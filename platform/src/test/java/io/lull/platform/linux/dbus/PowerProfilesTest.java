package io.lull.platform.linux.dbus;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.testkit.bus.MockService;
import io.lull.testkit.time.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PowerProfilesTest {
  @RegisterExtension static final OwnBus bus = new OwnBus();

  @ParameterizedTest
  @CsvSource({
    "net.hadess.PowerProfiles, /net/hadess/PowerProfiles",
    "org.freedesktop.UPower.PowerProfiles, /org/freedesktop/UPower/PowerProfiles"
  })
  void theOwnersWishToSavePowerIsHeardAndForgottenWithItsService(String name, String path) {
    try (PowerProfiles profiles = new PowerProfiles(bus.address(), SystemClock.INSTANCE)) {
      assertThat(profiles.getAsBoolean()).isFalse();
      try (MockService service = bus.get().service(name, path, name)) {
        service.does("AddProperty('" + name + "', 'ActiveProfile', 'power-saver')");
        service.does("UpdateProperties('" + name + "', {'ActiveProfile': 'balanced'})");
        service.does("UpdateProperties('" + name + "', {'ActiveProfile': 'power-saver'})");
        Eventually.await("saving", Heard.SOON, profiles);
        service.does("UpdateProperties('" + name + "', {'ActiveProfile': 'balanced'})");
        Eventually.await("not saving", Heard.SOON, () -> !profiles.getAsBoolean());
        service.does("UpdateProperties('" + name + "', {'ActiveProfile': 'power-saver'})");
        Eventually.await("saving", Heard.SOON, profiles);
        service.kill();
        Eventually.await("not saving", Heard.SOON, () -> !profiles.getAsBoolean());
      }
    }
  }

  @Test
  void whoeverHasAskedBeforeIsKnownAtOnce() {
    try (MockService _ =
            bus.get()
                .template(
                    "power_profiles_daemon",
                    "net.hadess.PowerProfiles",
                    "/net/hadess/PowerProfiles");
        PowerProfiles profiles = new PowerProfiles(bus.address(), SystemClock.INSTANCE)) {
      bus.get()
          .python(
              "mock('net.hadess.PowerProfiles', '/net/hadess/PowerProfiles')"
                  + ".UpdateProperties('net.hadess.PowerProfiles',"
                  + " {'ActiveProfile': 'power-saver'})");
      Eventually.await("saving", Heard.SOON, profiles);
      try (PowerProfiles later = new PowerProfiles(bus.address(), SystemClock.INSTANCE)) {
        Eventually.await("saving", Heard.SOON, later);
      }
    }
  }
}
