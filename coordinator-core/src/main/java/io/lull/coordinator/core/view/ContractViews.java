package io.lull.coordinator.core.view;

import io.lull.protocol.wire.ContractView;
import io.lull.scheduling.adapt.Contract;
import java.util.Locale;
import java.util.Optional;

/** What a job was promised, for people and programs. */
public final class ContractViews {
  private static final double PERCENT = 100;
  private static final double MILLIS = 1e3;

  private ContractViews() {}

  /** Empty: nothing is promised yet. */
  public static Optional<ContractView> of(Contract contract) {
    return contract.promisedSeconds() <= 0
        ? Optional.empty()
        : Optional.of(
            ContractView.newBuilder()
                .setPromisedSeconds(contract.promisedSeconds())
                .setConfirmed(contract.confirmed())
                .setRatio(Math.exp(contract.mean()))
                .setTolerated(Math.exp(contract.tolerance()))
                .setBroken(contract.isBroken())
                .build());
  }

  /** Empty: nothing is promised yet. */
  public static Optional<String> sentence(Contract contract) {
    return of(contract)
        .map(view -> {
          final String promise =
              "it is to take "
                  + seconds(view.getPromisedSeconds())
                  + " from one safe point to the next, and at most "
                  + percent(view.getTolerated())
                  + " more";
          if (!view.getConfirmed()) {
            return promise + ": that is predicted, and was not measured yet";
          }
          final String takes =
              view.getRatio() >= 1
                  ? percent(view.getRatio()) + " more"
                  : percent(2 - view.getRatio()) + " less";
          return promise
              + (view.getBroken() ? ": it takes " : "; it takes ")
              + takes
              + (view.getBroken() ? ", so that a change is looked for" : "");
        });
  }

  private static String percent(double ratio) {
    return String.format(Locale.ROOT, "%.0f %%", PERCENT * (ratio - 1));
  }

  private static String seconds(double seconds) {
    return seconds < 1
        ? String.format(Locale.ROOT, "%.1f ms", seconds * MILLIS)
        : String.format(Locale.ROOT, "%.2f s", seconds);
  }
}
