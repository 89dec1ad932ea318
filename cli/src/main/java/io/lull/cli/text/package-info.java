/** Text for people: tables, colours, progress. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.text;
