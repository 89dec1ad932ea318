/** A PostgreSQL server of a test's own. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.postgres;
