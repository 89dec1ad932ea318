/** Building blocks of guests: processes started by native calls, their pipes, stopping them. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.process;
