/** Pure policy: a snapshot, with its time in it, goes in; a plan and its reasons come out. */
@org.jspecify.annotations.NullMarked
package io.lull.scheduling;
