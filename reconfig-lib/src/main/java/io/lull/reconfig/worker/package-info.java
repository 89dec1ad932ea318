/**
 * The worker's protocol with the coordinator, and the work that the program's thread does for it at
 * safe points.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.worker;
