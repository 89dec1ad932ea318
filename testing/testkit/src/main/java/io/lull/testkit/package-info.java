/**
 * Shared by the tests of all modules: clocks, seeds, programs, hosts and displays under a test's
 * control.
 */
@org.jspecify.annotations.NullMarked
package io.lull.testkit;
