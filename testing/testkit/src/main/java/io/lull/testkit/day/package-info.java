/** Days at an office workstation, made up from a seed, and what is true of them. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.day;
