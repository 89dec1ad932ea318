/** The seam for time: whoever needs the time is handed a {@link io.lull.protocol.time.Clock}. */
@org.jspecify.annotations.NullMarked
package io.lull.protocol.time;
