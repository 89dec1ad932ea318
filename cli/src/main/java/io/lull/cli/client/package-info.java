/** The coordinator as the command line calls it. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.client;
