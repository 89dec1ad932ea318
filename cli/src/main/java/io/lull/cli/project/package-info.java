/** A new project of an author's own: sources, a test, and a build with Maven. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.project;
