/** Pictures of applications: PGM and PNG in, PNG out, row by row. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.picture;
