/**
 * What tests share: time, chance, programs, hosts and displays that a test can hold in its hand.
 */
@org.jspecify.annotations.NullMarked
package io.lull.testkit;
