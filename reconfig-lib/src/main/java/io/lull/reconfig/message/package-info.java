/**
 * Message programs: tasks that send each other messages, and each of which can move to another
 * worker while all others compute.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.message;
