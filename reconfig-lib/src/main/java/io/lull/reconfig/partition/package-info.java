/** The state of arrays that are cut into regions: plans, chunks, layouts and pieces of them. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.partition;
