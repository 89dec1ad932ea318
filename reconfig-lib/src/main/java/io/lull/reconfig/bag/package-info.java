/**
 * Tasks that know nothing of each other, run as a worker is dealt them: what the author of one in
 * Java uses, {@link io.lull.reconfig.bag.BagTask}, and the worker.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.bag;
