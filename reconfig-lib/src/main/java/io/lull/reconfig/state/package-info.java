/**
 * The seam between the runtime and what it moves, keeps and recovers: a program's state, whatever
 * its kind.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.state;
