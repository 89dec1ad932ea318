/** The clock interface: code that needs the time receives a {@link io.lull.protocol.time.Clock}. */
@org.jspecify.annotations.NullMarked
package io.lull.protocol.time;
