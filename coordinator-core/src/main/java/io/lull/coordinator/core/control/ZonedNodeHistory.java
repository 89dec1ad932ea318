package io.lull.coordinator.core.control;

import io.lull.coordinator.core.store.NodeHistory;
import java.time.ZoneId;

/**
 * The history of nodes, with the time zone of its hours.
 *
 * @param zone in which people tell the hours of their week
 */
public record ZonedNodeHistory(NodeHistory history, ZoneId zone) {}
