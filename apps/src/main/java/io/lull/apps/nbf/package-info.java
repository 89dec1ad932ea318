/** Molecules whose forces come from lists of partners, by parallel loops. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.nbf;
