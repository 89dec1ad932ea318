// Jobs as rows of a table.
import { $, write } from "./parts.js";
import * as words from "./words.js";

const { say } = words;

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

/** Rows stay while what is said of their jobs changes: who reads one is not moved away from it. */
export function showJobs(list, which, now) {
  const body = $("jobs").tBodies[0];
  const rows = new Map([...body.rows].map((row) => [row.dataset.job, row]));
  list.jobs.forEach((job, i) => {
    const row = rows.get(job.id) ?? newRow(job.id);
    rows.delete(job.id);
    fill(row, job, now);
    if (body.rows[i] !== row) {
      body.insertBefore(row, body.rows[i] ?? null);
    }
  });
  rows.forEach((row) => row.remove());
  $("jobs").hidden = list.jobs.length === 0;
  const none = list.jobs.length === 0 ? say("none." + which) : list.more > 0 ? say("jobs.more", words.count(list.more)) : "";
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

function fill(row, job, now) {
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
  write(part(".why"), course(job, now));
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

function course(job, now) {
  const at = (time) => Date.parse(time);
  if (job.finishedAt !== null) {
    const length = job.startedAt === null ? "" : words.duration(Math.max(1000, at(job.finishedAt) - at(job.startedAt)));
    const when = words.at(at(job.finishedAt), now);
    if (job.state === "failed" && job.error) {
      return job.error;
    }
    return length === "" ? say("ended", when) : say("ended-after", when, length);
  }
  if (job.startedAt === null) {
    return say("waits-since", words.since(at(job.submittedAt), now));
  }
  const runs = Math.max(1000, now - at(job.startedAt));
  const length = say("runs-for", words.duration(runs));
  const rest = left(job, runs);
  return rest === null ? length : say("and-left", length, between(rest));
}

function between([least, most]) {
  return least === 0 || words.duration(least) === words.duration(most)
    ? words.duration(most)
    : say("from-to", words.duration(least), words.duration(most));
}

/** With fewer tasks ended, nothing can be told. */
const FEWEST_TASKS = 4;

/** As people count: 1, 5, 15 s, 1, 5, 15 min, 1, 6 h. */
const STEPS_MILLIS = [1, 5, 15, 60, 300, 900, 3600, 21600].map((seconds) => seconds * 1000);

/** The least and the most that it will take from now, if it goes on as it does; null where nobody is told, or nobody knows. */
function left(job, runs) {
  if (!job.open || job.state === "queued" || job.state === "suspended") {
    return null;
  }
  if (job.tasks) {
    const over = job.tasks.done + job.tasks.failed;
    const mean = (runs / over) * (job.tasks.total - over);
    return over < FEWEST_TASKS ? null : inSteps(mean - mean / Math.sqrt(over), mean + mean / Math.sqrt(over));
  }
  const iterations = job.iterations - job.iteration;
  return iterations <= 0 || job.slowestSecondsPerIteration <= 0
    ? null
    : inSteps(iterations * job.fastestSecondsPerIteration * 1000, iterations * job.slowestSecondsPerIteration * 1000);
}

function inSteps(least, most) {
  const step = STEPS_MILLIS.find((_, i) => i === STEPS_MILLIS.length - 1 || most < STEPS_MILLIS[i + 1] * 5);
  return [Math.floor(least / step) * step, Math.ceil(most / step) * step];
}
