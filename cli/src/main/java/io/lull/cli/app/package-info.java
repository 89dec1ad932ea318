/** The main classes. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.app;
