/**
 * The demonstration: a whole grid on this computer, whose owners follow a scenario, and whose
 * result is compared with that of one worker.
 */
@org.jspecify.annotations.NullMarked
package io.lull.cli.demo;
