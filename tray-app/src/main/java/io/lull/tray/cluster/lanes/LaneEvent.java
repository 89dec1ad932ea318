package io.lull.tray.cluster.lanes;

import io.lull.tray.model.Tone;

/** An event of a machine, in words. */
public record LaneEvent(String when, String node, String what, Tone tone) {}
