/** Water, molecule by molecule, by parallel loops over all pairs. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.water;
