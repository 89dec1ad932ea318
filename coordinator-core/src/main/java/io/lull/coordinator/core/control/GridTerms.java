package io.lull.coordinator.core.control;

import io.lull.coordinator.core.job.WorkerKeys;
import io.lull.scheduling.SharingTerms;

/**
 * The terms that all jobs of a grid share.
 *
 * @param sharing by which the nodes are shared out among them
 * @param keys by which the workers of one know each other
 */
public record GridTerms(SharingTerms sharing, WorkerKeys keys) {}
