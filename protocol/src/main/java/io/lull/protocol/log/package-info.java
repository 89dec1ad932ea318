/** How programs that run in the background write their log. */
@org.jspecify.annotations.NullMarked
package io.lull.protocol.log;
