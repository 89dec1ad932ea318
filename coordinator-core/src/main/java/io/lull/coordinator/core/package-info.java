/**
 * What decides in a coordinator: values in, values out, time as a parameter. No threads, sockets,
 * files or logs; the packages beside it wrap it for production, the simulator for virtual time.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core;
