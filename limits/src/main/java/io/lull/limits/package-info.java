/** Limits on those who connect to a port: rates, and the number and life of connections. */
@org.jspecify.annotations.NullMarked
package io.lull.limits;
