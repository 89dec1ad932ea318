/** How busy disks and network links are, and by whom. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.traffic;
