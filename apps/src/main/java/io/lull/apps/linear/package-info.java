/** Dense systems of linear equations. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.linear;
