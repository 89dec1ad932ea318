package io.lull.coordinator.core.control;

import io.lull.coordinator.core.store.NodeHistory;
import java.time.ZoneId;

/**
 * What nodes did before.
 *
 * @param zone in which people tell the hours of their week
 */
public record ZonedNodeHistory(NodeHistory history, ZoneId zone) {}
