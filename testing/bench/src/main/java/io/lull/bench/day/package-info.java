/** Whole days at an office workstation, put before the agent's decisions, and where these err. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.day;
