/** Exchanges of an array's cells between the workers of an epoch. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.exchange;
