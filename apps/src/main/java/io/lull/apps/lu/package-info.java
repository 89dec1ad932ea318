/** Factors of a dense matrix. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.lu;
