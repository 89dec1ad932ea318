/** The threads of one worker, and the division of a loop among them. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.parallel;
