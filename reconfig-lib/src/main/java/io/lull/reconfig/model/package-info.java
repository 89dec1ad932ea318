/**
 * The seam between the runtime and what it runs: programming models, and what a worker offers them.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.model;
