/** Assigns nodes to jobs: pure functions of a snapshot that carries its own time. */
@org.jspecify.annotations.NullMarked
package io.lull.scheduling;
