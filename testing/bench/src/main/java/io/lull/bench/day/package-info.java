/**
 * Feeds whole days at an office workstation to the agent's decisions, and counts wrong judgements.
 */
@org.jspecify.annotations.NullMarked
package io.lull.bench.day;
