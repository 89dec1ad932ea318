/** The lull command: a thin client that also starts the programs. */
@org.jspecify.annotations.NullMarked
package io.lull.cli;
