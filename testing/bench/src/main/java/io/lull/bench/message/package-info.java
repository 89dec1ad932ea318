/**
 * Tasks that send each other messages without end while they move from worker to worker, and
 * ledgers of what each pair has sent and received.
 */
@org.jspecify.annotations.NullMarked
package io.lull.bench.message;
