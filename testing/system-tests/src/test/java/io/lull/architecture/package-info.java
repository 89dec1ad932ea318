/** The rules of the house, held by tests: who may import whom, and what only some may touch. */
@org.jspecify.annotations.NullMarked
package io.lull.architecture;
