/** How much of the processors is used, and by whom. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.load;
