/** The page of the cluster: how many machines there are for jobs, when, which, and of whom. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.cluster;
