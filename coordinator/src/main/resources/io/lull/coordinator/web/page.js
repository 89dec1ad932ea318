// Asks the coordinator every few seconds while somebody looks, and shows what it says.
import * as words from "./words.js";
import { Chart } from "./chart.js";
import { showJobs } from "./jobs.js";
import { $, write } from "./parts.js";
import { showWeek } from "./week.js";

const { say } = words;

const AGAIN_MILLIS = 4_000;
const LONGEST_PAUSE_MILLIS = 30_000;
const PATIENCE_MILLIS = 10_000;
const ENDED_AGAIN_MILLIS = 60_000;
const WEEK_AGAIN_MILLIS = 30 * 60_000;
const PAST_AGAIN_AT_MOST_MILLIS = 5 * 60_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TICKET = "#ticket=";

/** How far each goes back, and in steps of what. */
const SPANS = {
  hour: [DAY / 24, MINUTE / 4],
  day: [DAY, 5 * MINUTE],
  week: [7 * DAY, 30 * MINUTE],
  month: [30 * DAY, 180 * MINUTE],
  year: [365 * DAY, DAY],
};
const USES = ["running", "available", "owner", "offline"];

/** What the coordinator answered instead. */
class Refusal extends Error {
  constructor(code, said) {
    super(said.line ?? "");
    this.code = code;
    this.reason = said.reason ?? "";
    this.leader = said.leader ?? "";
  }
}

// What is known, and when it was asked for.
let inside = false;
let timer = 0;
let failures = 0;
let refused = null;
let rounds = 0;
let skew = 0;
let told = 0;
let present = null;
let ended = null;
let endedAt = -Infinity;
let weekAt = -Infinity;
let past = { span: "", at: -Infinity };

const now = () => Date.now() + skew;
const span = () => document.querySelector("input[name=span]:checked").value;
const which = () => document.querySelector("input[name=which]:checked").value;

async function ask(path, options = {}) {
  const answer = await fetch(path, { ...options, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MILLIS) });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    throw new Refusal(answer.status, said);
  }
  return said;
}

// Coming in and going out.

/** What keeps a link from letting anybody in; null: nothing does. */
async function signIn(ticket) {
  try {
    await ask("/api/sign-in", { method: "POST", body: ticket });
    return null;
  } catch (failure) {
    return failure;
  }
}

/** Takes the link's secret out of the address, so that nobody reads it from there. */
function ticketOfAddress() {
  if (!location.hash.startsWith(TICKET)) {
    return "";
  }
  const ticket = location.hash.slice(TICKET.length);
  history.replaceState(null, "", location.pathname);
  return ticket;
}

/** What one person was told is not for the next. */
function forget() {
  clearTimeout(timer);
  rounds++;
  present = ended = null;
  told = 0;
  endedAt = weekAt = -Infinity;
  past = { span: "", at: -Infinity };
  $("jobs").tBodies[0].replaceChildren();
}

function leave(reason, line) {
  const was = inside;
  inside = false;
  forget();
  $("inside").hidden = true;
  $("account").hidden = true;
  $("banner").hidden = true;
  $("outside").hidden = false;
  const why = { "revoked": line, "link-over": say("link-over"), "name-taken": say("name-taken"), "too-often": say("too-often"), "signed-out": say("signed-out"), "": line };
  write($("outside-why"), why[reason] ?? say(was ? "lost" : "outside.why"));
}

async function signOut() {
  try {
    await ask("/api/sign-out", { method: "POST" });
    leave("signed-out", "");
  } catch (failure) {
    stale(failure);
  }
}

// Asking again and again.

async function refresh() {
  const round = ++rounds;
  clearTimeout(timer);
  let pause = AGAIN_MILLIS;
  try {
    await all(round);
    if (round !== rounds) {
      return;
    }
    failures = 0;
    refused = null;
    $("banner").hidden = true;
  } catch (failure) {
    if (round !== rounds) {
      return;
    }
    if (failure instanceof Refusal && failure.code === 401) {
      const why = refused instanceof Refusal ? refused : failure;
      refused = null;
      leave(why.reason, why.message);
      return;
    }
    failures++;
    pause = Math.min(LONGEST_PAUSE_MILLIS, AGAIN_MILLIS * 1.5 ** (failures - 1));
    stale(failure);
  }
  if (!document.hidden) {
    timer = setTimeout(refresh, pause);
  }
}

async function all(round) {
  const seen = await ask("/api/now");
  if (round !== rounds) {
    return;
  }
  skew = Date.parse(seen.at) - Date.now();
  if (!inside) {
    inside = true;
    $("outside").hidden = true;
    $("inside").hidden = false;
  }
  told = now();
  showNow(seen);
  const [jobs] = await Promise.all([ask("/api/jobs"), refreshPast(round), refreshWeek(round)]);
  if (round !== rounds) {
    return;
  }
  const gone = (present?.jobs ?? []).some((before) => !jobs.jobs.some((job) => job.id === before.id));
  present = jobs;
  // Whatever is not there any more has ended since.
  if (gone || now() - endedAt >= ENDED_AGAIN_MILLIS) {
    const after = await ask("/api/jobs?ended=yes");
    if (round !== rounds) {
      return;
    }
    ended = after;
    endedAt = now();
  }
  listJobs();
}

function listJobs() {
  const list = which() === "ended" ? ended : present;
  if (list !== null) {
    showJobs(list, which(), now());
  }
}

/** What is on the page was so a while ago: says since when, and why. */
function stale(failure) {
  const when = told === 0 ? "" : " " + say("stale", words.exactTimeOf(told));
  let why = say("gone");
  if (failure instanceof Refusal) {
    if (failure.reason === "standing-by") {
      why = say("standing-by", failure.leader);
    } else if (failure.reason === "starting") {
      why = say("starting");
    } else {
      why = say("refused", failure.message);
    }
  }
  write($("banner"), why + when);
  $("banner").hidden = false;
}

// Now.

function showNow(seen) {
  write($("headline"), seen.nodes === 0 ? say("empty") : say("headline", words.count(seen.available), words.count(seen.nodes), words.count(seen.running)));
  for (const use of USES) {
    write($("now-" + use), words.count(seen[use]));
  }
  write($("now-cores"), say("of", words.count(seen.coresRunning), words.count(seen.cores)));
  write($("updated"), say("updated", words.exactTimeOf(told)));
  write($("person"), seen.role === "admin" ? say("administrator", seen.person) : seen.person);
  // Whoever shows a certificate comes in by that again.
  $("sign-out").hidden = seen.until === null;
  $("account").hidden = false;
  $("outside").hidden = true;
}

// Over time.

const chart = new Chart($("chart"), (bucket, mean) => {
  const read = bucket ?? mean;
  const known = read !== null && USES.some((use) => read[use] > 0);
  for (const use of USES) {
    write($("at-" + use), known ? words.mean(read[use]) : "–");
  }
  const when = bucket !== null ? words.momentOf(bucket.at) : read === null ? "" : say("mean");
  write($("at-when"), when);
  const spoken = known ? say("chart.reading", when, ...USES.map((use) => words.mean(read[use]))) : say("chart.unknown", when);
  $("chart").setAttribute("aria-valuetext", spoken);
});

async function refreshPast(round) {
  const name = span();
  const [length, bucket] = SPANS[name];
  const again = Math.min(PAST_AGAIN_AT_MOST_MILLIS, Math.max(AGAIN_MILLIS - 100, bucket / 8));
  if (past.span === name && now() - past.at < again) {
    return;
  }
  // Buckets begin at the same moments whenever they are asked for: days at midnight here.
  const offset = new Date(now()).getTimezoneOffset() * MINUTE;
  const from = Math.floor((now() - length - offset) / bucket) * bucket + offset;
  const until = Math.ceil(now());
  const seen = await ask(`/api/availability?from=${from}&until=${until}&bucket=${bucket}`);
  if (round !== rounds || name !== span()) {
    return;
  }
  past = { span: name, at: now() };
  const end = Date.parse(seen.to);
  const buckets = seen.buckets.map((each) => {
    const at = Date.parse(each.at);
    return { ...each, at, seconds: (Math.min(end, at + bucket) - at) / 1000 };
  });
  chart.show({ from, until: end, bucket, buckets });
  showTable(buckets);
}

/** The same for those who read rather than look, while it is open. */
let tabled = [];
function showTable(buckets) {
  tabled = buckets;
  if (!$("as-table").open) {
    return;
  }
  const rows = buckets.filter((each) => USES.some((use) => each[use] > 0)).reverse();
  $("past").tBodies[0].replaceChildren(
    ...rows.map((each) => {
      const row = document.createElement("tr");
      row.dataset.seconds = each.seconds;
      const when = document.createElement("th");
      when.scope = "row";
      when.textContent = words.momentOf(each.at);
      const cells = USES.map((use) => {
        const cell = document.createElement("td");
        cell.textContent = words.mean(each[use]);
        cell.dataset.exactly = each[use];
        return cell;
      });
      row.append(when, ...cells);
      return row;
    }),
  );
}

// Hours of the week.

async function refreshWeek(round) {
  if (now() - weekAt < WEEK_AGAIN_MILLIS) {
    return;
  }
  const seen = await ask("/api/week");
  if (round === rounds) {
    weekAt = now();
    showWeek(seen, now());
  }
}

// What people do.

document.querySelectorAll("input[name=span]").forEach((each) => each.addEventListener("change", refresh));
document.querySelectorAll("input[name=which]").forEach((each) => each.addEventListener("change", listJobs));
$("as-table").addEventListener("toggle", () => showTable(tabled));
$("sign-out").addEventListener("click", signOut);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    clearTimeout(timer);
  } else if (inside) {
    refresh();
  }
});
addEventListener("hashchange", come);

async function come() {
  const ticket = ticketOfAddress();
  if (ticket !== "") {
    // Whoever is in already stays so, though the link is over.
    refused = await signIn(ticket);
    if (refused === null) {
      forget();
    }
  }
  refresh();
}

try {
  await words.load();
  await come();
} catch {
  // Without its texts the page says nothing: it is loaded again.
  setTimeout(() => location.reload(), LONGEST_PAUSE_MILLIS);
}
