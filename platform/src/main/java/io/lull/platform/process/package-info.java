/** Which programs run. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.process;
