/** Mains or battery. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.power;
