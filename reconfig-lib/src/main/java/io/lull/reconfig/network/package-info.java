/**
 * Where a worker's connections come from: the machine that it runs on, or its agent, which passes
 * them to a worker that has no network.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.network;
