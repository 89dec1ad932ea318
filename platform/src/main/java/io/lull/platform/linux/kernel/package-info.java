/** The owner's input by the kernel's device files: that they were read, never what. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.kernel;
