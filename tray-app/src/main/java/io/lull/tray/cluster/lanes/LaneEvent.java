package io.lull.tray.cluster.lanes;

import io.lull.tray.model.Tone;

/** What happened to a machine, as it is read. */
public record LaneEvent(String when, String node, String what, Tone tone) {}
