package io.lull.platform;

import io.lull.platform.autostart.Autostart;
import io.lull.platform.autostart.StartedProgram;
import io.lull.platform.fallback.JavaGuests;
import io.lull.platform.fallback.JavaProcesses;
import io.lull.platform.fallback.OshiLoad;
import io.lull.platform.fallback.OshiMachine;
import io.lull.platform.fallback.OshiMemory;
import io.lull.platform.fallback.OshiPower;
import io.lull.platform.fallback.ScriptInputs;
import io.lull.platform.fallback.tray.ToolkitIcon;
import io.lull.platform.guest.GuestFolders;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.guest.MeteredGuests;
import io.lull.platform.input.InputSources;
import io.lull.platform.linux.FileMode;
import io.lull.platform.linux.LinuxGuests;
import io.lull.platform.linux.LinuxInputs;
import io.lull.platform.linux.LinuxLoad;
import io.lull.platform.linux.LinuxMachine;
import io.lull.platform.linux.LinuxMedia;
import io.lull.platform.linux.LinuxMemory;
import io.lull.platform.linux.LinuxPower;
import io.lull.platform.linux.LinuxProcesses;
import io.lull.platform.linux.LinuxThermal;
import io.lull.platform.linux.LinuxTraffic;
import io.lull.platform.linux.OwnGuestMeter;
import io.lull.platform.linux.autostart.XdgAutostart;
import io.lull.platform.linux.cgroup.ControlGroups;
import io.lull.platform.linux.tray.PanelIcon;
import io.lull.platform.machine.LoadSource;
import io.lull.platform.machine.MachineSource;
import io.lull.platform.machine.MediaUse;
import io.lull.platform.machine.MemorySource;
import io.lull.platform.machine.PowerSource;
import io.lull.platform.machine.ProcessNames;
import io.lull.platform.machine.ThermalSource;
import io.lull.platform.machine.ThermalState;
import io.lull.platform.machine.Traffic;
import io.lull.platform.machine.TrafficSource;
import io.lull.platform.macos.autostart.LaunchAgent;
import io.lull.platform.macos.guest.MacGuests;
import io.lull.platform.macos.session.MacInputs;
import io.lull.platform.macos.system.MacLoad;
import io.lull.platform.macos.system.MacPower;
import io.lull.platform.macos.system.MacThermal;
import io.lull.platform.session.AgentConnector;
import io.lull.platform.session.SocketConnector;
import io.lull.platform.session.WatchedSession;
import io.lull.platform.session.WatcherAcceptor;
import io.lull.platform.tray.NoTray;
import io.lull.platform.tray.TrayIcon;
import io.lull.platform.windows.autostart.RunKeyAutostart;
import io.lull.platform.windows.guest.WindowsGuests;
import io.lull.platform.windows.session.WindowsInputs;
import io.lull.platform.windows.system.WindowsLoad;
import io.lull.platform.windows.system.WindowsMedia;
import io.lull.platform.windows.system.WindowsPower;
import io.lull.platform.windows.watcher.PipeAcceptor;
import io.lull.platform.windows.watcher.PipeConnector;
import io.lull.protocol.time.Clock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What this operating system offers an agent, one member for each capability. */
public record Platform(
    InputSources inputs,
    LoadSource load,
    GuestStarter guests,
    MachineSource machine,
    PowerSource power,
    ThermalSource heat,
    MemorySource memory,
    TrafficSource traffic,
    MediaUse media,
    ProcessNames processes) {

  /**
   * What other processes do for an agent.
   *
   * @param guests that they start; empty: the agent does
   * @param devices whether they watch the computer's own input devices
   */
  public record Others(Optional<MeteredGuests> guests, boolean devices) {
    public static final Others NONE = new Others(Optional.empty(), false);
  }

  /**
   * The best implementation for an operating system.
   *
   * @param osName as in the property {@code os.name}
   * @param environment of the agent, which leads to its owner's session
   */
  public static Platform load(
      String osName, Map<String, String> environment, Others others, Clock clock) {
    if (osName.startsWith("Linux")) {
      final MeteredGuests guests = others.guests().orElseGet(() -> linuxGuests(clock));
      return new Platform(
          new LinuxInputs(environment, !others.devices(), clock),
          new LinuxLoad(guests.meter(), clock),
          guests.starter(),
          new LinuxMachine(),
          new LinuxPower(environment, clock),
          new LinuxThermal(),
          new LinuxMemory(),
          new LinuxTraffic(guests.meter(), clock),
          new LinuxMedia(),
          new LinuxProcesses());
    }
    if (others.guests().isPresent() || others.devices()) {
      throw new IllegalArgumentException(
          "an agent has other processes beside it on Linux only: leave out --guest-service and"
              + " --device-user");
    }
    final int cores = Runtime.getRuntime().availableProcessors();
    if (osName.startsWith("Windows")) {
      final WindowsGuests guests = new WindowsGuests(cores, clock);
      return new Platform(
          new WindowsInputs(clock),
          new WindowsLoad(cores, guests::seconds, clock),
          guests,
          new OshiMachine(),
          new WindowsPower(),
          () -> ThermalState.UNKNOWN,
          new OshiMemory(),
          _ -> Traffic.NONE,
          new WindowsMedia(),
          new JavaProcesses());
    }
    if (osName.startsWith("Mac")) {
      final MacGuests guests = new MacGuests(clock);
      return new Platform(
          new MacInputs(clock),
          new MacLoad(cores, guests::seconds, clock),
          guests,
          new OshiMachine(),
          new MacPower(),
          new MacThermal(),
          new OshiMemory(),
          _ -> Traffic.NONE,
          () -> MediaUse.InUse.NONE,
          new JavaProcesses());
    }
    return new Platform(
        new ScriptInputs(clock),
        new OshiLoad(clock),
        new JavaGuests(clock),
        new OshiMachine(),
        new OshiPower(),
        () -> ThermalState.UNKNOWN,
        new OshiMemory(),
        _ -> Traffic.NONE,
        () -> MediaUse.InUse.NONE,
        new JavaProcesses());
  }

  private static MeteredGuests linuxGuests(Clock clock) {
    final ControlGroups groups = ControlGroups.probe(clock);
    return new MeteredGuests(new LinuxGuests(groups, clock), new OwnGuestMeter(groups));
  }

  /**
   * Guests that this process starts for another user's agent, who reaches what they make through
   * their group; empty: this system has no such groups.
   */
  public static Optional<MeteredGuests> guestsForAnother(String osName, Clock clock) {
    if (!osName.startsWith("Linux")) {
      return Optional.empty();
    }
    FileMode.shareWithGroup();
    return Optional.of(linuxGuests(clock));
  }

  /** The folders of guests who are another user's, as an agent opens them. */
  public static GuestFolders foldersOfAnother() {
    return LinuxGuests.handles();
  }

  /** The computer's own input devices; empty: they have no watcher of their own on this system. */
  public static Optional<WatchedSession> devices(String osName, Clock clock) {
    return osName.startsWith("Linux") ? Optional.of(LinuxInputs.devices(clock)) : Optional.empty();
  }

  /** The graphical session of a program with this environment; empty: none is known. */
  public static Optional<WatchedSession> session(
      String osName, Map<String, String> environment, Clock clock) {
    if (osName.startsWith("Linux")) {
      return LinuxInputs.session(environment, clock);
    }
    if (osName.startsWith("Windows")) {
      return WindowsInputs.session(clock);
    }
    return osName.startsWith("Mac") ? MacInputs.session(clock) : Optional.empty();
  }

  /**
   * How a session's watcher connects to the agent.
   *
   * @param socket if given; empty: the default of agents that are services
   */
  public static AgentConnector agentDial(String osName, Optional<Path> socket) {
    if (osName.startsWith("Windows") && socket.isEmpty()) {
      return new PipeConnector();
    }
    return new SocketConnector(
        socket.orElse(
            Path.of(osName.startsWith("Mac") ? "/var/run" : "/run", "lull", "session.sock")));
  }

  /**
   * How this agent accepts watchers of sessions, other than on a socket; empty: not at all.
   *
   * @param watcher the command that watches the session that it is started in
   */
  public static Optional<WatcherAcceptor> watcherDoor(
      String osName, List<String> watcher, Clock clock) {
    return osName.startsWith("Windows") ? PipeAcceptor.of(watcher, clock) : Optional.empty();
  }

  /**
   * An icon in the tray of the session of a program with this environment.
   *
   * @param environment of the program
   */
  public static TrayIcon trayIcon(String osName, Map<String, String> environment, Clock clock) {
    if (osName.startsWith("Linux")) {
      return PanelIcon.of(environment, clock);
    }
    return osName.startsWith("Windows") || osName.startsWith("Mac")
        ? new ToolkitIcon(clock)
        : new NoTray("this version knows no tray on this system");
  }

  /**
   * How a program starts with its user's session; empty: not known on this system.
   *
   * @param environment of the program
   * @param home the user's
   */
  public static Optional<Autostart> autostart(
      String osName, Map<String, String> environment, Path home, StartedProgram program) {
    if (osName.startsWith("Linux")) {
      return Optional.of(new XdgAutostart(program, environment, home));
    }
    if (osName.startsWith("Windows")) {
      return Optional.of(new RunKeyAutostart(program));
    }
    return osName.startsWith("Mac")
        ? Optional.of(new LaunchAgent(program, home))
        : Optional.empty();
  }
}
