package io.lull.reconfig.worker;

import io.lull.protocol.wire.WorkerOrder;

/**
 * An order, and the safe point where it is to be carried out; before it the program goes on.
 *
 * @param safePoint 0: wherever the program stands
 */
public record DueOrder(WorkerOrder order, long safePoint) {}
