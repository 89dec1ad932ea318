/** The seam between the runtime and what it runs: a programming model announces its safe points. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.model;
