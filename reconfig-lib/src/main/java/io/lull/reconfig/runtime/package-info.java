/**
 * The main classes: a worker's process, a program alone in this process, and a worker's training.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.runtime;
