/** The page of the cluster: how many machines are available for jobs, when, and which. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.cluster;
