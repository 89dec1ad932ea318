package io.lull.apps;

import io.lull.apps.anneal.Anneal;
import io.lull.apps.cg.Cg;
import io.lull.apps.complib.Complib;
import io.lull.apps.fft.NpbFt;
import io.lull.apps.heat.Heat;
import io.lull.apps.jacobi.Jacobi;
import io.lull.apps.life.Life;
import io.lull.apps.linear.Ge;
import io.lull.apps.linear.Qr;
import io.lull.apps.lu.Lu;
import io.lull.apps.mg.Mg;
import io.lull.apps.mg.NpbMg;
import io.lull.apps.npb.NpbCg;
import io.lull.apps.npb.NpbEp;
import io.lull.apps.phold.Phold;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The applications that come with Lull. */
public final class BundledApps {
  static final List<AppParameter> JACOBI_PARAMETERS =
      List.of(
          new AppParameter("size", "N", "1001", "cells per side, including the edges"),
          new AppParameter(
              "iterations", "N", "1000", "number of iterations; with tolerance, the maximum"),
          new AppParameter(
              "tolerance", "X", "none", "stop when an iteration's largest change is below this"),
          AppParameter.PACE);

  private static final BundledApp JACOBI =
      new BundledApp(
          "jacobi",
          Jacobi.class.getName(),
          "Laplace's equation on a square, top edge at 1 and the others at 0, by Jacobi's"
              + " iteration",
          JACOBI_PARAMETERS,
          List.of(
              "CSV lines row,column,value (from 0): cells held at that value",
              "PNG or PGM of size x size pixels: grey 0 is a free cell, grey g a cell held at g /"
                  + " 255 (of 16 bits: g / 65535)"),
          List.of("solution.f64", "solution.png"),
          Jacobi::check);

  private static final BundledApp LIFE =
      new BundledApp(
          "life",
          Life.class.getName(),
          "Conway's game of life on a torus",
          List.of(
              new AppParameter("size", "N", "1024", "cells per side; or"),
              new AppParameter("rows", "N", "size", "rows of the board"),
              new AppParameter("columns", "N", "rows", "columns of the board"),
              new AppParameter("generations", "N", "1000", "number of generations"),
              new AppParameter("seed", "N", "1", "random seed of the initial cells"),
              new AppParameter("density", "X", "0.3", "initial share of living cells"),
              AppParameter.PACE),
          List.of("one pattern as .rle, .cells, PNG or PGM, placed in the middle of the board"),
          List.of("board.rle", "board.png"),
          Life::check);

  private static final BundledApp HEAT =
      new BundledApp(
          "heat",
          Heat.class.getName(),
          "heat in a box, first plane at 1 and the other faces at 0, by explicit time steps",
          List.of(
              new AppParameter("size", "N", "101", "cells per side, including the faces; or"),
              new AppParameter("planes", "N", "size", "planes of the box"),
              new AppParameter("rows", "N", "size", "rows of a plane"),
              new AppParameter("columns", "N", "size", "columns of a plane"),
              new AppParameter("iterations", "N", "500", "number of steps"),
              new AppParameter(
                  "rate",
                  "X",
                  "0.125",
                  "share of a difference that flows to each neighbour in a step"),
              AppParameter.PACE),
          List.of(),
          List.of("heat.f64", "heat.png"),
          Heat::check);

  private static final BundledApp MG =
      new BundledApp(
          "mg",
          Mg.class.getName(),
          "MG of the NAS Parallel Benchmarks: multigrid on a periodic cube; verifies itself",
          List.of(
              new AppParameter("class", "C", "S", "S, W, A, B or C: 32 to 512 cells per side"),
              AppParameter.PACE),
          List.of(),
          List.of(),
          Mg::check);

  private static final BundledApp LU =
      new BundledApp(
          "lu",
          Lu.class.getName(),
          "LU factorization of a dense, diagonally dominant matrix; verifies itself",
          List.of(
              new AppParameter("size", "N", "1000", "rows and columns of the matrix"),
              new AppParameter("block", "N", "32", "rows and columns per block and iteration"),
              new AppParameter("seed", "N", "1", "random seed of the matrix"),
              AppParameter.PACE),
          List.of(),
          List.of("lu.f64"),
          Lu::check);

  private static final BundledApp GE =
      new BundledApp(
          "ge",
          Ge.class.getName(),
          "a dense system of linear equations, by Gaussian elimination with partial pivoting",
          List.of(
              new AppParameter("size", "N", "1000", "equations of a random system"),
              new AppParameter("seed", "N", "1", "random seed of the system"),
              new AppParameter("block", "N", "32", "columns per iteration"),
              AppParameter.PACE),
          List.of(
              "a.f64 and b.f64: the matrix, row by row, and the right-hand side, as little-endian"
                  + " doubles, instead of a random system"),
          List.of("x.f64"),
          Ge::check);

  private static final BundledApp QR =
      new BundledApp(
          "qr",
          Qr.class.getName(),
          "a dense system of linear equations, by its QR factorization; measures orthogonality",
          List.of(
              new AppParameter("size", "N", "1000", "equations of a random system"),
              new AppParameter("seed", "N", "1", "random seed of the system"),
              new AppParameter("block", "N", "32", "columns per iteration"),
              AppParameter.PACE),
          List.of(
              "a.f64 and b.f64: the matrix, row by row, and the right-hand side, as little-endian"
                  + " doubles, instead of a random system"),
          List.of("x.f64"),
          Qr::check);

  private static final BundledApp CG =
      new BundledApp(
          "cg",
          Cg.class.getName(),
          "Poisson's equation on a square by conjugate gradients",
          List.of(
              new AppParameter("size", "N", "500", "grid points per side, without the edges"),
              new AppParameter(
                  "tolerance", "X", "1e-8", "stop when the relative residual is at most this"),
              AppParameter.PACE),
          List.of(),
          List.of("x.f64"),
          Cg::check);

  private static final BundledApp COMPLIB =
      new BundledApp(
          "complib",
          Complib.class.getName(),
          "all pairs of two protein libraries, by exact local alignment (Smith-Waterman, BLOSUM62)",
          List.of(
              new AppParameter("gap-open", "N", "11", "cost of a gap, once"),
              new AppParameter("gap-extend", "N", "1", "cost of a gap per letter, the first too"),
              AppParameter.PACE),
          List.of("two FASTA files, the queries first"),
          List.of("scores.csv"),
          Complib::check);

  private static final AppParameter TASKS =
      new AppParameter("tasks", "P", "8", "number of tasks, a power of two");

  private static final BundledApp NPB_EP =
      new BundledApp(
          "npb-ep",
          NpbEp.class.getName(),
          "EP of the NAS Parallel Benchmarks by tasks: Gaussian deviates; verifies itself",
          List.of(new AppParameter("class", "C", "S", "S, W, A, B or C"), TASKS, AppParameter.PACE),
          List.of(),
          List.of(),
          NpbEp::check);

  private static final BundledApp NPB_CG =
      new BundledApp(
          "npb-cg",
          NpbCg.class.getName(),
          "CG of the NAS Parallel Benchmarks by tasks: an eigenvalue of a sparse matrix; verifies"
              + " itself",
          List.of(new AppParameter("class", "C", "S", "S, W, A, B or C"), TASKS, AppParameter.PACE),
          List.of(),
          List.of(),
          NpbCg::check);

  private static final BundledApp NPB_MG =
      new BundledApp(
          "npb-mg",
          NpbMg.class.getName(),
          "MG of the NAS Parallel Benchmarks by tasks: the same bits as mg; verifies itself",
          List.of(
              new AppParameter("class", "C", "S", "S, W, A, B or C: 32 to 512 cells per side"),
              TASKS,
              AppParameter.PACE),
          List.of(),
          List.of(),
          NpbMg::check);

  private static final BundledApp NPB_FT =
      new BundledApp(
          "npb-ft",
          NpbFt.class.getName(),
          "FT of the NAS Parallel Benchmarks by tasks: the same bits as fft; verifies itself",
          List.of(new AppParameter("class", "C", "S", "S, W, A, B or C"), TASKS, AppParameter.PACE),
          List.of(),
          List.of(),
          NpbFt::check);

  private static final BundledApp ANNEAL =
      new BundledApp(
          "anneal",
          Anneal.class.getName(),
          "simulated annealing by a ring of tasks: particles on a sphere, or a tour",
          List.of(
              new AppParameter(
                  "problem", "WHICH", "sphere", "sphere: particles; or tour: points on a circle"),
              new AppParameter("points", "N", "20", "number of particles or points"),
              new AppParameter("chains", "N", "4", "number of tasks"),
              new AppParameter("cooling", "X", "0.9", "each temperature by the one before it"),
              new AppParameter("seed", "N", "1", "random seed"),
              AppParameter.PACE),
          List.of(),
          List.of("points.csv"),
          Anneal::check);

  private static final BundledApp PHOLD =
      new BundledApp(
          "phold",
          Phold.class.getName(),
          "PHOLD, a discrete event simulation, by Time Warp: the trace of a sequential one",
          List.of(
              new AppParameter("processes", "N", "1024", "number of simulated processes"),
              new AppParameter("events", "N", "16", "events of each at the start"),
              new AppParameter("lookahead", "X", "0.1", "least time from a cause to its effect"),
              new AppParameter("end", "X", "20", "nothing happens from then on"),
              new AppParameter("seed", "N", "1", "random seed"),
              TASKS,
              AppParameter.PACE),
          List.of(),
          List.of(),
          Phold::check);

  private static final List<BundledApp> OTHERS =
      List.of(
          JACOBI, LIFE, HEAT, MG, LU, GE, QR, CG, COMPLIB, NPB_EP, NPB_CG, NPB_MG, NPB_FT, ANNEAL,
          PHOLD);

  private BundledApps() {}

  /** Those of grids, bags and tasks, and those of loops. */
  public static List<BundledApp> all() {
    return Stream.concat(OTHERS.stream(), LoopApps.ALL.stream()).toList();
  }

  public static Optional<BundledApp> named(String name) {
    return all().stream().filter(app -> app.name().equals(name)).findFirst();
  }
}
