/** The shared vocabulary: states, reasons, events, as the field names them. */
@org.jspecify.annotations.NullMarked
package io.lull.protocol.model;
