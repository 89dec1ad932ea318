/** How warm the machine is. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.heat;
