/** Simulated annealing by a ring of tasks: particles on a sphere, and a tour. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.anneal;
