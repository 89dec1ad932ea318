package io.lull.platform;

import io.lull.platform.guest.GuestStarter;
import io.lull.platform.input.InputSources;
import io.lull.platform.load.LoadSource;
import io.lull.platform.machine.MachineSource;
import io.lull.platform.power.PowerSource;
import io.lull.platform.process.ProcessNames;

/** What this operating system can do for an agent, one member a capability. */
public record Platform(
    InputSources inputs,
    LoadSource load,
    GuestStarter guests,
    MachineSource machine,
    PowerSource power,
    ProcessNames processes) {}
