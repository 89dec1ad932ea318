/** The threads of one worker, and how a loop is shared out among them. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.parallel;
