/** The programming model of fork-join programs, as the worker's runtime runs it. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.forkjoin.model;
