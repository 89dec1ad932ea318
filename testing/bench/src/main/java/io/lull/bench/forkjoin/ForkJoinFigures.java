package io.lull.bench.forkjoin;

import java.nio.file.Path;
import java.util.List;

/** Figures of fork-join programs, of the kind that the options ask for. */
public final class ForkJoinFigures {
  public static final String USAGE =
      """
      lull bench forkjoin [--program NAME] [--cc COMMAND] [--rounds K] [--json FILE]
      lull bench forkjoin --workers N [--program NAME] [--ranks on|off] [--mpicc COMMAND] [--mpirun COMMAND] [--pcj COMMAND] [--longer N]
                          [--rounds K] [--json FILE]
      lull bench forkjoin --table 1..7 [--program NAME] [--tls on|off] [--rate N] [--rounds K] [--json FILE]
        --program NAME jacobi, mgs, fft, nbf, nbf-fixed (in C, too, with sums that no order changes), water, barnes or empty
                       (loops that do nothing); without --workers one in each run, as a worker runs one: jacobi
        --cc COMMAND   the C compiler, with its options; gcc -O3 -march=native -ffp-contract=off
        --workers N    on 2 to 16 workers of this computer, without and with TLS, beside as many ranks of MPI: an iteration and
                       what all write to each other in it; of one program, or of all and of loops that are empty
        --ranks on|off whether there are ranks of MPI; on
        --mpicc COMMAND  the C compiler for the ranks, with its options; mpicc -O3 -march=native -ffp-contract=off
        --mpirun COMMAND what starts the ranks, without their number; Open MPI over TCP, each rank on a core
        --pcj COMMAND  jacobi and fft by PCJ on two workers, too: testing/bench/peers/pcj-loops
        --longer N     runs so many times as long as on one worker, since new processes compile first; 5
        --table 1      programs in the paper's sizes on eight and on four workers of this computer: time, bytes, writes
        --table 2..7   workers leave, join and are replaced: how long the job stops, and what moves; of one program or all six
        --tls on|off   of the tables: whether the workers' connections are encrypted; off, as in the paper
        --rate N       of the tables: each worker on a host of its own, with a link of N Mbit/s (network namespaces; wants root)
      The paper's figures are of eight Pentium Pro workstations with 100 Mbit/s. Its changes are told as what the whole run took
      longer; those of Lull as how long nobody computed: the data has moved then.\
      """;

  /** Measures and prints. */
  @FunctionalInterface
  public interface Table {
    void print() throws Exception;
  }

  private ForkJoinFigures() {}

  /**
   * @param peers with the same loops in C
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static Table of(List<String> words, Path peers) {
    final Path source = peers.resolve("forkjoin.c");
    if (LoopTables.asked(words)) {
      return LoopTables.of(words)::print;
    }
    return RankFigures.asked(words)
        ? RankFigures.of(words, source)::print
        : LoopFigures.of(words, source)::print;
  }
}
