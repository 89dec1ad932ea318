package io.lull.platform.linux.dbus;

import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Whether the owner has asked the machine to save power, by the service of power profiles under
 * either of its names. Queries cost nothing: signals report changes. Without the service nobody has
 * asked; if it stops responding its last value stands.
 */
public final class PowerProfiles implements BooleanSupplier, AutoCloseable {
  private static final String SAVER = "power-saver";
  private static final String PROFILE = "ActiveProfile";

  private final List<Profile> services =
      Stream.of("net.hadess.PowerProfiles", "org.freedesktop.UPower.PowerProfiles")
          .map(Profile::new)
          .toList();
  private final BusLoop loop;

  /**
   * Starts to follow the service.
   *
   * @param bus of the system
   */
  public PowerProfiles(BusAddress bus, Clock clock) {
    loop = new BusLoop("power-profiles", bus, clock, services);
    loop.start();
  }

  @Override
  public boolean getAsBoolean() {
    return services.stream().anyMatch(service -> service.saving);
  }

  @Override
  public void close() {
    loop.close();
  }

  private static final class Profile implements BusService {
    private final String name;
    private volatile boolean saving;

    Profile(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<String> signals() {
      return List.of("interface='org.freedesktop.DBus.Properties',path='" + path() + "'");
    }

    private String path() {
      return "/" + name.replace('.', '/');
    }

    @Override
    public void absent() {
      saving = false;
    }

    @Override
    public void left() {
      saving = false;
    }

    @Override
    public void lost(String why) {
      // Its last value stands until it comes back.
    }

    @Override
    public void came(BusConnection bus) throws IOException {
      saving =
          BusValues.text(bus.ask(BusCall.properties(name, path(), "Get"), name, PROFILE))
              .equals(SAVER);
    }

    @Override
    public void heard(BusConnection bus, BusMessage signal) throws IOException {
      if (BusValues.list(signal.body()).size() >= 2) {
        final Map<Object, Object> changed = BusValues.map(signal.body().get(1));
        if (changed.get(PROFILE) instanceof String now) {
          saving = now.equals(SAVER);
        }
      }
    }

    @Override
    public void check(BusConnection bus) throws IOException {
      came(bus);
    }
  }
}
