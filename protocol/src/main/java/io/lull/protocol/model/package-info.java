/** The shared vocabulary as enums: states, causes, events. */
@org.jspecify.annotations.NullMarked
package io.lull.protocol.model;
