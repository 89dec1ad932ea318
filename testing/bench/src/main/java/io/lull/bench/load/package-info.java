/** What a coordinator takes in, and deals out, in a second. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.load;
