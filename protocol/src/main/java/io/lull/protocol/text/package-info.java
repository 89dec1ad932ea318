/** Durations and sizes as people write them. */
@org.jspecify.annotations.NullMarked
package io.lull.protocol.text;
