/**
 * Independent tasks, run as a worker is assigned them: the author API {@link
 * io.lull.reconfig.bag.BagTask}, and the worker's side.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.bag;
