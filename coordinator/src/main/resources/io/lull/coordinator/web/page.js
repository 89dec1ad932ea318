// Asks the coordinator every few seconds while somebody looks, and shows what it says.
import * as words from "./words.js";
import { Chart } from "./chart.js";

const { say } = words;
const $ = (id) => document.getElementById(id);

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
const TONES = {
  queued: "quiet",
  starting: "busy",
  running: "busy",
  reconfiguring: "busy",
  recovering: "care",
  suspended: "care",
  finished: "good",
  failed: "bad",
  cancelled: "quiet",
};

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

function write(place, text) {
  if (place.textContent !== text) {
    place.textContent = text;
  }
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
  const why = { "put-out": line, "link-over": say("link-over"), "name-taken": say("name-taken"), "too-often": say("too-often"), "signed-out": say("signed-out"), "": line };
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
  showJobs();
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

const chart = new Chart($("chart"), (bucket, newest) => {
  const read = bucket ?? newest;
  const known = read !== null && USES.some((use) => read[use] > 0);
  for (const use of USES) {
    write($("at-" + use), known ? words.mean(read[use]) : "–");
  }
  const when = read === null ? "" : bucket === null ? say("now") : words.momentOf(read.at);
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
    showWeek(seen);
  }
}

function showWeek({ byHourOfWeek: parts, zone }) {
  const known = parts.filter((part) => part !== null);
  const best = known.length === 0 ? -1 : parts.indexOf(Math.max(...known));
  const named = (i) => say("hour-of-week", words.dayName(Math.floor(i / 24), "long"), words.hourName(i % 24));
  write($("week-title"), best < 0 ? say("week.unknown") : say("week.best", named(best), words.part(parts[best])));
  const about = say("week.of") + (words.sameTime(zone, now()) ? "" : " " + say("week.zone", zone));
  write($("week-reading"), about);
  const head = document.createElement("thead");
  const hours = head.insertRow();
  hours.append(document.createElement("td"));
  for (let hour = 0; hour < 24; hour++) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = hour % 3 === 0 ? String(hour).padStart(2, "0") : "";
    hours.append(cell);
  }
  const body = document.createElement("tbody");
  for (let day = 0; day < 7; day++) {
    const row = body.insertRow();
    const name = document.createElement("th");
    name.scope = "row";
    name.textContent = words.dayName(day, "short");
    row.append(name);
    for (let hour = 0; hour < 24; hour++) {
      const i = day * 24 + hour;
      const cell = row.insertCell();
      const text = parts[i] === null ? say("hour.unknown", named(i)) : say("hour", named(i), words.part(parts[i]));
      cell.title = text;
      const spoken = document.createElement("span");
      spoken.className = "hidden";
      spoken.textContent = parts[i] === null ? say("unknown") : words.part(parts[i]);
      cell.append(spoken);
      cell.className = i === best ? "best" : parts[i] === null ? "unknown" : "";
      if (parts[i] !== null) {
        cell.style.setProperty("--part", Math.round(8 + 92 * parts[i]));
      }
      cell.addEventListener("pointerenter", () => write($("week-reading"), text));
    }
  }
  $("week").replaceChildren($("week").caption, head, body);
  $("week").onpointerleave = () => write($("week-reading"), about);
}

// Jobs.

function showJobs() {
  const list = which() === "ended" ? ended : present;
  if (list === null) {
    return;
  }
  const body = $("jobs").tBodies[0];
  const rows = new Map([...body.rows].map((row) => [row.dataset.job, row]));
  list.jobs.forEach((job, i) => {
    const row = rows.get(job.id) ?? newRow(job.id);
    rows.delete(job.id);
    fill(row, job);
    if (body.rows[i] !== row) {
      body.insertBefore(row, body.rows[i] ?? null);
    }
  });
  rows.forEach((row) => row.remove());
  $("jobs").hidden = list.jobs.length === 0;
  const none = list.jobs.length === 0 ? say(which() === "ended" ? "none.ended" : "none.present") : list.more > 0 ? say("jobs.more", words.count(list.more)) : "";
  write($("jobs-none"), none);
  $("jobs-none").hidden = none === "";
}

function newRow(id) {
  const row = document.createElement("tr");
  row.dataset.job = id;
  row.innerHTML =
    '<td><div class="title"></div><div class="quiet about"></div></td>' +
    '<td><div class="state"><span class="dot" aria-hidden="true"></span><span class="name"></span></div><div class="quiet why"></div></td>' +
    '<td><progress max="1"></progress><div class="quiet far"></div></td>' +
    '<td class="number"></td>';
  return row;
}

function fill(row, job) {
  const part = (name) => row.querySelector(name);
  write(part(".title"), job.open ? job.name || job.id : say("job-of", job.user));
  const about = [job.id];
  if (job.open) {
    about.push(job.app || say("own-program"), job.user);
    if (job.priority !== 0) {
      about.push(say("priority", job.priority));
    }
  }
  write(part(".about"), about.filter((each) => each !== "").join(" · "));
  part(".dot").className = "dot " + (TONES[job.state] ?? "quiet");
  write(part(".name"), say("state." + job.state));
  write(part(".why"), course(job));
  part(".why").classList.toggle("error", job.state === "failed");
  const far = reached(job);
  const bar = part("progress");
  bar.hidden = far === null;
  if (far !== null) {
    bar.value = far;
    bar.className = job.state === "finished" ? "good" : job.state === "failed" ? "bad" : job.state === "cancelled" ? "quiet" : "";
    bar.setAttribute("aria-label", say("progress-of", job.id, words.part(far)));
  }
  write(part(".far"), counted(job, far));
  const range = job.minWorkers === job.maxWorkers ? words.count(job.maxWorkers) : say("range", words.count(job.minWorkers), words.count(job.maxWorkers));
  write(part(".number"), job.finishedAt !== null ? range : say("of", words.count(job.workers), range));
}

/** From 0 to 1; null where nobody is told, or nobody knows. */
function reached(job) {
  if (!job.open || job.progress === null || (job.progress <= 0 && job.iterations <= 0 && !job.tasks)) {
    return null;
  }
  return Math.min(1, Math.max(0, job.state === "finished" ? 1 : job.progress));
}

function counted(job, far) {
  if (!job.open) {
    return "";
  }
  if (job.tasks) {
    return say("tasks", words.count(job.tasks.done), words.count(job.tasks.total));
  }
  if (far === null) {
    return "";
  }
  return job.iterations > 0 && job.finishedAt === null ? say("iterations", words.part(far), words.count(job.iteration), words.count(job.iterations)) : words.part(far);
}

function course(job) {
  const at = (time) => Date.parse(time);
  if (job.finishedAt !== null) {
    const length = job.startedAt === null ? "" : words.duration(at(job.finishedAt) - at(job.startedAt));
    const when = words.since(at(job.finishedAt), now());
    if (job.state === "failed" && job.error) {
      return job.error;
    }
    return length === "" ? say("ended", when) : say("ended-after", when, length);
  }
  if (job.startedAt === null) {
    return say("waits-since", words.since(at(job.submittedAt), now()));
  }
  const runs = now() - at(job.startedAt);
  const far = reached(job);
  const course = say("runs-for", words.duration(runs));
  return far !== null && far > 0.02 && far < 1 && runs > 10_000 ? say("and-left", course, words.duration((runs * (1 - far)) / far)) : course;
}

// What people do.

document.querySelectorAll("input[name=span]").forEach((each) => each.addEventListener("change", refresh));
document.querySelectorAll("input[name=which]").forEach((each) => each.addEventListener("change", showJobs));
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
