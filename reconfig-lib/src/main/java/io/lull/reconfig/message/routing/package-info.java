/**
 * The pure core of message programs: the order of messages between two tasks, what is kept until it
 * has arrived, and where tasks are. No threads, no clock, no links.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.message.routing;
