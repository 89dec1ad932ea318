/**
 * The tasks of one worker: their threads, their messages to and from other workers, their encoding,
 * and how they are captured, leave and arrive.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.message.task;
