/** Linux control groups: limit, account, stop and end a guest as a unit. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.cgroup;
