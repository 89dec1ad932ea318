/** Log output of background programs, as text or JSON. */
@org.jspecify.annotations.NullMarked
package io.lull.protocol.log;
