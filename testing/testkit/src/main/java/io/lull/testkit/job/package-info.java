/** A job of real worker processes, with its test as agent and coordinator. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.job;
