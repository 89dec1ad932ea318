package io.lull.tray.chart;

/**
 * A line across a chart, and its label.
 *
 * @param at its position: a time in epoch milliseconds, or a number
 * @param strong where a larger unit begins
 */
public record Tick(double at, String label, boolean strong) {}
