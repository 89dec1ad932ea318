/** The page of the cluster, of many nodes and a long past, with its coordinator. */
@NullMarked
package io.lull.bench.cluster;

import org.jspecify.annotations.NullMarked;
