/**
 * Distributions of elements to owners, and the transfers from one to the next: values and pure
 * functions.
 *
 * <p>For any array of one to three dimensions: a {@link io.lull.reconfig.distribution.Distribution}
 * (blocks, weighted recursive bisection, cyclic, block-cyclic) and a {@link
 * io.lull.reconfig.distribution.Redistribution} between any two; a {@link
 * io.lull.reconfig.distribution.Division} says how, before the workers are known. For the grids of
 * a running job: its {@link io.lull.reconfig.distribution.Allotment} to named workers and the
 * {@link io.lull.reconfig.distribution.TransferPlan} of a change.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.distribution;
