/** Runs the policies and protocols of the live programs in virtual time. */
@org.jspecify.annotations.NullMarked
package io.lull.simulator;
