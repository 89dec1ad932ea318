/** The memory of one worker's part of an array, outside of Java's heap, and its layout. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.memory;
