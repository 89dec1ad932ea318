/** A private PostgreSQL server for a test. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.postgres;
