/** What Windows tells of the machine: power supply, open microphones and cameras. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.windows.system;
