/** What the machine is, and how fast. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.machine;
