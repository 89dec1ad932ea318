/** The start of the program. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.app;
