/** Measures the cluster page with many nodes and a long history, with its coordinator. */
@NullMarked
package io.lull.bench.cluster;

import org.jspecify.annotations.NullMarked;
