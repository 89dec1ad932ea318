/**
 * The owner's input as the kernel's own device files betray it: that they were read, never what.
 */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.kernel;
