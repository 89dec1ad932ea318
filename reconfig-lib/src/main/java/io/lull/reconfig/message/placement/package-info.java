/**
 * On which workers tasks are best, by what they compute and whom they send to, and whether the
 * moves to there pay. Pure: no threads, no clock, no links.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.message.placement;
