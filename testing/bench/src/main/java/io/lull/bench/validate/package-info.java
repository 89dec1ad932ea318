/**
 * The same owners and jobs on a live grid and at the exact level of simulation: how far jobs' times
 * and nodes' states are apart.
 */
@org.jspecify.annotations.NullMarked
package io.lull.bench.validate;
