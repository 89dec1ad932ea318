/** When owners come back, learnt from when they did: pure functions of what was seen. */
@org.jspecify.annotations.NullMarked
package io.lull.scheduling.habit;
