/** What it costs a job to change its workers, beside a program of MPI that moves the same cells. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.reconfigure;
