/**
 * The decisions of a coordinator: values in, values out, time as a parameter. No threads, sockets,
 * files or logs. The module {@code coordinator} wraps it for production, the simulator for virtual
 * time.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core;
