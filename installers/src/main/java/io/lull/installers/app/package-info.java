/** What is in a package, as a bill of materials that other tools read. */
@org.jspecify.annotations.NullMarked
package io.lull.installers.app;
