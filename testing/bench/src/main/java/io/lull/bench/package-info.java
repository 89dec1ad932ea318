/** Figures, each beside its peer or its limit in the same run. */
@org.jspecify.annotations.NullMarked
package io.lull.bench;
