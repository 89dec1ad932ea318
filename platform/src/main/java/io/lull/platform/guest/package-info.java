/** Processes that run beside the owner: started, held, stopped, resumed and ended as one. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.guest;
