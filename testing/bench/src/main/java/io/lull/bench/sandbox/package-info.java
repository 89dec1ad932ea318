/** What jobs take in the sandbox, beside the same jobs outside of it. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.sandbox;
