package io.lull.apps;

import io.lull.apps.barnes.Barnes;
import io.lull.apps.fft.Fft;
import io.lull.apps.jacobi.JacobiLoops;
import io.lull.apps.mgs.Mgs;
import io.lull.apps.nbf.Nbf;
import io.lull.apps.water.Water;
import io.lull.reconfig.forkjoin.LoopSchedule;
import java.util.List;
import java.util.stream.Stream;

/** The applications that come with Lull and are programs of loops over shared arrays. */
final class LoopApps {
  private static final AppParameter SCHEDULE =
      new AppParameter(
          LoopSchedule.PARAMETER,
          "WHICH",
          "own",
          "own, dynamic, guided or measured: whether slow workers lend work to others");

  private static final BundledApp JACOBI_LOOPS =
      new BundledApp(
          "jacobi-loops",
          JacobiLoops.class.getName(),
          "as jacobi, by parallel loops over shared arrays: the same bits",
          Stream.concat(BundledApps.JACOBI_PARAMETERS.stream(), Stream.of(SCHEDULE)).toList(),
          List.of(),
          List.of("solution.f64", "solution.png"),
          JacobiLoops::check);

  private static final BundledApp MGS =
      new BundledApp(
          "mgs",
          Mgs.class.getName(),
          "rows of a matrix made orthonormal by the modified Gram-Schmidt method; measures"
              + " orthogonality",
          List.of(
              new AppParameter("rows", "N", "512", "rows of a random matrix"),
              new AppParameter("columns", "N", "rows", "columns, at least as many"),
              new AppParameter("seed", "N", "1", "random seed of the matrix"),
              new AppParameter("type", "TYPE", "double", "double or float"),
              SCHEDULE,
              AppParameter.PACE),
          List.of(),
          List.of("r.f64"),
          Mgs::check);

  private static final BundledApp FFT =
      new BundledApp(
          "fft",
          Fft.class.getName(),
          "FT of the NAS Parallel Benchmarks: Fourier transforms of a cube; verifies itself",
          List.of(
              new AppParameter("class", "C", "S", "S, W, A, B or C; or all of"),
              new AppParameter("nx", "P", "64", "points per row, a power of two"),
              new AppParameter("ny", "P", "64", "rows per plane, a power of two"),
              new AppParameter("nz", "P", "64", "planes, a power of two"),
              new AppParameter("iterations", "N", "6", "number of iterations"),
              SCHEDULE,
              AppParameter.PACE),
          List.of(),
          List.of(),
          Fft::check);

  private static final BundledApp BARNES =
      new BundledApp(
          "barnes",
          Barnes.class.getName(),
          "bodies that attract each other, by the method of Barnes and Hut",
          List.of(
              new AppParameter("bodies", "N", "1024", "bodies of a random cluster"),
              new AppParameter("steps", "N", "10", "number of steps"),
              new AppParameter(
                  "theta", "X", "1", "side of a cell by its distance that counts as one body"),
              new AppParameter("dt", "X", "0.025", "length of a step"),
              new AppParameter("eps", "X", "0.05", "softening of close forces"),
              new AppParameter("seed", "N", "1", "random seed of the cluster"),
              SCHEDULE,
              AppParameter.PACE),
          List.of("bodies.csv, lines mass,x,y,z,vx,vy,vz after a header, instead of a cluster"),
          List.of("bodies.csv", "accelerations.csv"),
          Barnes::check);

  private static final BundledApp NBF =
      new BundledApp(
          "nbf",
          Nbf.class.getName(),
          "molecules with lists of partners, whose forces add up on both",
          List.of(
              new AppParameter("molecules", "N", "4096", "number of molecules"),
              new AppParameter("steps", "N", "10", "number of steps"),
              new AppParameter(
                  "partners", "WHICH", "cutoff", "cutoff: those that are near; or random"),
              new AppParameter("seed", "N", "1", "random seed of places and partners"),
              SCHEDULE,
              AppParameter.PACE),
          List.of(),
          List.of(),
          Nbf::check);

  private static final BundledApp WATER =
      new BundledApp(
          "water",
          Water.class.getName(),
          "water, molecule by molecule, as SPLASH's water-nsquared; energies of each step",
          List.of(
              new AppParameter(
                  "molecules", "CUBE", "512", "number of molecules, a cube such as 512"),
              new AppParameter("steps", "N", "10", "number of steps"),
              new AppParameter(
                  "cutoff",
                  "X",
                  "0",
                  "sites farther apart feel nothing, in 1e-10 m; 0: half the box's side"),
              new AppParameter("seed", "N", "1", "random seed of the first velocities"),
              SCHEDULE,
              AppParameter.PACE),
          List.of("random.in, SPLASH's random numbers for the first velocities, instead of a seed"),
          List.of("energies.csv"),
          Water::check);

  static final List<BundledApp> ALL = List.of(JACOBI_LOOPS, MGS, FFT, BARNES, NBF, WATER);

  private LoopApps() {}
}
