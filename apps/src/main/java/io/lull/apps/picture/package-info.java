/** Pictures as applications take and leave them: PGM and PNG in, PNG out, row by row. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.picture;
