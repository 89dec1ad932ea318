/** Durations and sizes as people write them, and JSON lines for programs. */
@org.jspecify.annotations.NullMarked
package io.lull.protocol.text;
