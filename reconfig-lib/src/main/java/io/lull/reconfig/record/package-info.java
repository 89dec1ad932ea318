/** The fields of records, for grids and for shared arrays. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.record;
