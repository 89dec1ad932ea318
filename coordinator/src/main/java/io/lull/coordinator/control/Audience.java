package io.lull.coordinator.control;

import io.lull.coordinator.job.Job;
import io.lull.coordinator.notice.Courier;
import java.util.function.Consumer;

/**
 * Who hears of what a round of the control loop has made durable.
 *
 * @param watches hear of each job that changed; must not block
 * @param courier tells those who asked for it
 */
public record Audience(Consumer<Job> watches, Courier courier) {}
