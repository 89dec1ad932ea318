package io.lull.platform.fallback;

import io.lull.platform.machine.MachineFacts;
import io.lull.platform.machine.MachineSource;
import oshi.SystemInfo;
import oshi.software.os.OperatingSystem;

/** The machine by OSHI. */
public final class OshiMachine implements MachineSource {
  @Override
  public MachineFacts facts() {
    final SystemInfo system = new SystemInfo();
    final OperatingSystem os = system.getOperatingSystem();
    final String host = os.getNetworkParams().getHostName();
    final int dot = host.indexOf('.');
    return new MachineFacts(
        os.getFamily() + " " + os.getVersionInfo().getVersion(),
        dot > 0 ? host.substring(0, dot) : host,
        Runtime.getRuntime().availableProcessors(),
        system.getHardware().getMemory().getTotal());
  }
}
