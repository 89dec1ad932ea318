/** Simulations from the command line: traces from files, findings as JSON, reports in folders. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.simulate;
