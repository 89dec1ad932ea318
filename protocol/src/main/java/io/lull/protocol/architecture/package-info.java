/** How code states where it departs from a rule of the architecture, and why. */
@org.jspecify.annotations.NullMarked
package io.lull.protocol.architecture;
