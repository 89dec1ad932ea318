package io.lull.cli.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.protocol.wire.CandidateView;
import io.lull.protocol.wire.ContractView;
import io.lull.protocol.wire.DecisionView;
import io.lull.protocol.wire.Explanation;

/** Why a job is as it is, with what was decided about its configuration. */
public final class DecisionJson {
  private DecisionJson() {}

  public static ObjectNode job(String job, Explanation explanation) {
    final ObjectNode o = JsonViews.explanation("job", job, explanation.getLinesList());
    o.set("decisions", JsonViews.array(explanation.getDecisionsList(), DecisionJson::decision));
    if (explanation.hasContract()) {
      contract(o.putObject("contract"), explanation.getContract());
    }
    return o;
  }

  private static void contract(ObjectNode o, ContractView contract) {
    o.set("promisedSeconds", JsonViews.finite(contract.getPromisedSeconds()));
    o.put("confirmed", contract.getConfirmed());
    o.set("ratio", JsonViews.finite(contract.getRatio()));
    o.set("tolerated", JsonViews.finite(contract.getTolerated()));
    o.put("broken", contract.getBroken());
  }

  private static ObjectNode decision(DecisionView decision) {
    final ObjectNode o = Json.NODES.objectNode();
    o.set("at", JsonViews.time(decision.getAt()));
    o.put("trigger", decision.getTrigger());
    o.put("chosen", decision.getChosen());
    o.put("why", decision.getWhy());
    o.set("candidates", JsonViews.array(decision.getCandidatesList(), DecisionJson::candidate));
    o.putObject("actual")
        .<ObjectNode>set("leadMs", millis(decision.hasLeadMillis(), decision.getLeadMillis()))
        .<ObjectNode>set(
            "downtimeMs", millis(decision.hasDowntimeMillis(), decision.getDowntimeMillis()))
        .set("benefitMs", millis(decision.hasBenefitMillis(), decision.getBenefitMillis()));
    return o;
  }

  private static ObjectNode candidate(CandidateView candidate) {
    final ObjectNode o = Json.NODES.objectNode();
    o.put("method", candidate.getMethod());
    o.set("nodes", JsonViews.array(candidate.getNodesList(), Json.NODES::textNode));
    o.set("leadMs", JsonViews.finite(candidate.getLeadMillis()));
    o.set("downtimeMs", JsonViews.finite(candidate.getDowntimeMillis()));
    o.set("downtimeP10Ms", JsonViews.finite(candidate.getDowntimeLowMillis()));
    o.set("downtimeP90Ms", JsonViews.finite(candidate.getDowntimeHighMillis()));
    o.set("benefitMs", millis(candidate.hasBenefitMillis(), candidate.getBenefitMillis()));
    o.set("p10Ms", millis(candidate.hasLowMillis(), candidate.getLowMillis()));
    o.set("p90Ms", millis(candidate.hasHighMillis(), candidate.getHighMillis()));
    return o;
  }

  private static JsonNode millis(boolean known, double millis) {
    return known ? JsonViews.finite(millis) : Json.NODES.nullNode();
  }
}
