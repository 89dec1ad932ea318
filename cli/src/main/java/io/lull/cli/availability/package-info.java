/** How many nodes were to be had over time, as text, as rows and as a picture. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.availability;
