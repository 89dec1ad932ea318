/** Which of a grid's coordinators leads, and how it knows that it still does. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.leadership;
