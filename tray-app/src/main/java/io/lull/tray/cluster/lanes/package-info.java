/** Machine by machine, for administrators: what each was used for, and what happened to it. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.cluster.lanes;
