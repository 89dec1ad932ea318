/** Reports as text: one HTML page with charts as SVG, and tables of the same numbers. */
@org.jspecify.annotations.NullMarked
package io.lull.simulator.report;
