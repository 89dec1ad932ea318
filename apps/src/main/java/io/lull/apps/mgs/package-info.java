/** An orthonormal basis by the modified Gram-Schmidt method, by parallel loops. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.mgs;
