package io.lull.cli.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.Json;
import io.lull.cli.text.Progress;
import io.lull.cli.text.Screen;
import io.lull.cli.text.Table;
import io.lull.simulator.fault.FaultFindings;
import io.lull.simulator.fault.FaultOutcome;
import io.lull.simulator.fault.FaultPlan;
import io.lull.simulator.fault.FaultRun;
import io.lull.simulator.fault.HistoryChoice;
import io.lull.simulator.fault.HistoryName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Histories of many seeds on all processors; what is found does not depend on how many there are.
 */
public final class FaultSearch {
  /** So many are under way or wait at a time. */
  private static final int BLOCK = 256;

  /** So many situations are named that few histories came through. */
  private static final int RAREST = 20;

  private final long first;
  private final FaultFindings findings;

  private FaultSearch(long first, FaultFindings findings) {
    this.first = first;
    this.findings = findings;
  }

  private record History(HistoryName name, FaultPlan plan, FaultOutcome outcome) {
    static History of(HistoryName name) {
      final FaultPlan plan = name.plan();
      return new History(name, plan, FaultRun.of(plan));
    }
  }

  /** Runs the histories of so many seeds, from the first one on. */
  public static FaultSearch of(long first, int seeds, Progress progress) {
    final FaultFindings findings = new FaultFindings();
    final HistoryChoice choice = new HistoryChoice(findings);
    try (progress;
        ExecutorService threads =
            Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      for (int done = 0; done < seeds; done += BLOCK) {
        progress.show(
            String.format(
                Locale.ROOT, "%,d of %,d histories, %d failed", done, seeds, findings.failed()));
        final List<Future<History>> block = new ArrayList<>();
        for (final HistoryName name : choice.block(first + done, Math.min(BLOCK, seeds - done))) {
          block.add(threads.submit(() -> History.of(name)));
        }
        for (final Future<History> history : block) {
          final History ended = history.get();
          choice.learn(ended.name(), ended.outcome());
          findings.add(ended.name(), ended.plan(), ended.outcome());
        }
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a history could not be run", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitCode.FAILED, "the simulation was interrupted", e);
    }
    return new FaultSearch(first, findings);
  }

  /** Whether all held in all of them. */
  public boolean held() {
    return findings.failed() == 0;
  }

  public String json() {
    final ObjectNode document = JsonNodeFactory.instance.objectNode();
    document
        .put("first", first)
        .put("seeds", findings.histories())
        .put("failed", findings.failed())
        .put("events", findings.events());
    final ArrayNode failures = document.putArray("failures");
    findings
        .failures()
        .forEach(each ->
            failures
                .addObject()
                .put("history", each.history().toString())
                .put("what", each.what()));
    final ObjectNode faults = document.putObject("faults");
    findings.faults().forEach((kind, number) -> faults.put(kind.word(), number));
    final ObjectNode changes = document.putObject("changes");
    findings.changes().forEach(changes::put);
    final ObjectNode situations = document.putObject("situations");
    situations.put("met", findings.situations().size()).put("once", metOnce());
    final ObjectNode rarest = situations.putObject("rarest");
    rarest().forEach(each -> rarest.put(each.getKey(), each.getValue()));
    return Json.text(document) + "\n";
  }

  /** Lines for the screen. */
  public String text(Screen screen) {
    final StringBuilder text =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "histories: %,d, of seeds %d to %d, %,d events: %s%n%n",
                findings.histories(),
                first,
                first + findings.histories() - 1,
                findings.events(),
                held() ? "all holds" : findings.failed() + " failed"));
    if (!held()) {
      final Table failures = new Table().left("HISTORY").left("WHAT DOES NOT HOLD");
      findings
          .failures()
          .forEach(each -> failures.row().cell(each.history().toString()).cell(each.what()));
      return text.append(failures.render(screen))
          .append(System.lineSeparator())
          .append("lull simulate faults --shrink HISTORY makes the shortest that fails like it.")
          .append(System.lineSeparator())
          .toString();
    }
    final Table changes = new Table().left("CHANGE OF A JOB").right("HISTORIES");
    findings.changes().forEach((change, number) -> changes.row().cell(change).cell(number));
    return text.append(changes.render(screen))
        .append(
            String.format(
                Locale.ROOT,
                "%nsituations: %,d, of which %,d in one history only%n",
                findings.situations().size(),
                metOnce()))
        .toString();
  }

  private long metOnce() {
    return findings.situations().values().stream().filter(times -> times == 1).count();
  }

  private List<Map.Entry<String, Integer>> rarest() {
    return findings.situations().entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .limit(RAREST)
        .toList();
  }
}
