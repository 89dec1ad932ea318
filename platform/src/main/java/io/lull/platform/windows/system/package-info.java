/** What Windows tells about the machine: power supply, open microphones and cameras. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.windows.system;
