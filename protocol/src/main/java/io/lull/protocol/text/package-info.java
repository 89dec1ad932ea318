/** Durations and sizes as people write them, and lines for programs to read. */
@org.jspecify.annotations.NullMarked
package io.lull.protocol.text;
