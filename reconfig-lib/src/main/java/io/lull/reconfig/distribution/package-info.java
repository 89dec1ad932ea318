/**
 * Who owns which cells, and what must move from one distribution to the next: pure functions of
 * their arguments.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.distribution;
