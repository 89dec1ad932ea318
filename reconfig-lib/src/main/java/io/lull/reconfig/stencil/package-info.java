/** Elements' new values as expressions over their neighbours, for grids and for shared arrays. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.stencil;
