/**
 * The interface between the runtime and the state that it transfers, checkpoints and recovers,
 * whatever its kind.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.state;
