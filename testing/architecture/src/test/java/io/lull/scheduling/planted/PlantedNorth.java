package io.lull.scheduling.planted;

/** One of four that need each other in a circle. */
public record PlantedNorth(PlantedEast next) {}
