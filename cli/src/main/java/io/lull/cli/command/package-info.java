/** One class for each of the commands. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.command;
