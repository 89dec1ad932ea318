/** Sources of input events: that the owner is active, never what they type. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.input;
