/**
 * A whole grid on this computer, for as long as one command runs: a coordinator and agents as
 * processes, owners that are simulated, and what the coordinator sees of it.
 */
@org.jspecify.annotations.NullMarked
package io.lull.cli.local;
