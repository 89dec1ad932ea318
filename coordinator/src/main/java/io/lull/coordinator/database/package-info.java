/** The relational database behind the stores: an embedded H2 file, or PostgreSQL. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.database;
