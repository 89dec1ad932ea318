/**
 * What an agent can ask of its machine: hardware, load, traffic, power, heat, devices, programs.
 */
@org.jspecify.annotations.NullMarked
package io.lull.platform.machine;
