/**
 * A page for browsers that shows how the grid fares: the door to it, who may come in, what it says.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.web;
