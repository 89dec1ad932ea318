/** How many nodes were available over time, as text, as rows and as a picture. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.availability;
