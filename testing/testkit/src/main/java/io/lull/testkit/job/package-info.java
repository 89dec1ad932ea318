/** Jobs of real worker processes; the test is their agent and coordinator. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.job;
