/** Command-line tasks that know nothing of each other, run as a worker is dealt them. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.bag;
