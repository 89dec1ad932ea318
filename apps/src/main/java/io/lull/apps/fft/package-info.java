/** The three-dimensional Fourier transform of the NAS Parallel Benchmarks, by parallel loops. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.fft;
