/** State of arrays that are cut into regions: plans, chunks, layouts and pieces. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.partition;
