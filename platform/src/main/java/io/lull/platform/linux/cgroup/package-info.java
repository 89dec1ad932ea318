/** Linux control groups: what holds, counts, stops and ends a guest as one. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.cgroup;
