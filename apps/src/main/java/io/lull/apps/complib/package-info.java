/** Comparison of two libraries of protein sequences. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.complib;
