/**
 * The interface between the runtime and programming models: what a model implements, and what a
 * worker offers it.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.model;
