package io.lull.reconfig.message.task;

import io.lull.reconfig.message.Peers;

/**
 * What a task waits for.
 *
 * @param sends whether it waits for room, and not for a message
 * @param peer the other task, or {@link Peers#ANY}
 * @param tag or {@link Peers#ANY}; negative: of a call of a group
 */
record Wait(boolean sends, long peer, int tag) {}
