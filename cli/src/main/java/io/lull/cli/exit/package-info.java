/** How a command ends: the exit codes of the contract, and the one line that goes with each. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.exit;
