/** The owner's hand on the machine: sources of input events, told without their content. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.input;
