/** The author API: a program declares its distributed data and defines one iteration. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig;
