/**
 * How long what is kept is kept: what nobody needs any more, what is old, and what there is no room
 * for goes, bit by bit, beside all else, by whoever leads.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.keeping;
