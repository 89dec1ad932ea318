// How many machines were in which use, stacked, from left to right in time.
import * as words from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const LEFT = 34;
const BOTTOM = 22;
const TOP = 8;
const USES = ["running", "available", "owner", "offline"];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const STEPS = [5 * 60_000, 10 * 60_000, 15 * 60_000, 30 * 60_000, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY];

function element(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const total = (bucket) => USES.reduce((sum, use) => sum + bucket[use], 0);

/** Of all time in which there were machines; null: nothing is known of any. */
function mean(buckets) {
  const known = buckets.filter((each) => total(each) > 0);
  const seconds = known.reduce((sum, each) => sum + each.seconds, 0);
  const of = (use) => known.reduce((sum, each) => sum + each[use] * each.seconds, 0) / seconds;
  return seconds > 0 ? Object.fromEntries(USES.map((use) => [use, of(use)])) : null;
}

/** 1, 2 or 5 times a power of ten. */
function niceStep(most, lines) {
  const rough = Math.max(1, most / lines);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
}

/** Where days, hours or months begin, with what is written there. */
function ticks(from, until, width) {
  const room = Math.max(2, Math.floor(width / 68));
  if (until - from > 100 * DAY) {
    return monthTicks(from, until, room);
  }
  const step = STEPS.find((each) => (until - from) / each <= room) ?? 14 * DAY;
  const dayName = until - from > 10 * DAY ? words.dayOf : words.weekdayOf;
  const first = new Date(from);
  first.setHours(0, 0, 0, 0);
  const found = [];
  for (let at = first.getTime(); at <= until; at += step) {
    // Days are longer or shorter where clocks change.
    const moment = step >= DAY ? new Date(first.getFullYear(), first.getMonth(), first.getDate() + Math.round((at - first) / DAY)).getTime() : at;
    if (moment >= from && moment <= until) {
      found.push([moment, step >= DAY ? dayName(moment) : midnight(moment) ? words.weekdayOf(moment) : words.timeOf(moment)]);
    }
  }
  return found;
}

function midnight(moment) {
  const at = new Date(moment);
  return at.getHours() === 0 && at.getMinutes() === 0;
}

function monthTicks(from, until, room) {
  const name = new Intl.DateTimeFormat(words.locale, { month: "short" });
  const every = [1, 2, 3, 6].find((each) => (until - from) / (30 * DAY * each) <= room) ?? 6;
  const begin = new Date(from);
  const found = [];
  for (let month = 0; month < 14; month += every) {
    const at = new Date(begin.getFullYear(), begin.getMonth() + 1 + month, 1).getTime();
    if (at <= until) {
      found.push([at, name.format(at)]);
    }
  }
  return found;
}

export class Chart {
  #place;
  #reading;
  #past = null;
  #cursor = -1;

  /** place: where it is drawn; reading: told what is read, or null, and the mean of all that is known, or null. */
  constructor(place, reading) {
    this.#place = place;
    this.#reading = reading;
    new ResizeObserver(() => this.#draw()).observe(place);
    place.addEventListener("pointermove", (event) => this.#at(event.clientX));
    place.addEventListener("pointerdown", (event) => this.#at(event.clientX));
    place.addEventListener("pointerleave", () => this.#read(-1));
    place.addEventListener("blur", () => this.#read(-1));
    place.addEventListener("keydown", (event) => this.#key(event));
  }

  /** past: {from, until, bucket, buckets: [{at, seconds, running, available, owner, offline}]}, else in milliseconds. */
  show(past) {
    this.#past = past;
    if (this.#cursor >= past.buckets.length) {
      this.#cursor = -1;
    }
    this.#draw();
    this.#read(this.#cursor);
  }

  #at(x) {
    if (!this.#past) {
      return;
    }
    const box = this.#place.getBoundingClientRect();
    const part = (x - box.left - LEFT) / (box.width - LEFT);
    const at = this.#past.from + part * (this.#past.until - this.#past.from);
    const index = Math.floor((at - this.#past.from) / this.#past.bucket);
    this.#read(index >= 0 && index < this.#past.buckets.length ? index : -1);
  }

  #key(event) {
    if (!this.#past) {
      return;
    }
    const last = this.#past.buckets.length - 1;
    const now = this.#cursor < 0 ? last : this.#cursor;
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, PageUp: now - 12, PageDown: now + 12, Home: 0, End: last, Escape: -1 }[event.key];
    if (next === undefined) {
      return;
    }
    event.preventDefault();
    this.#read(event.key === "Escape" ? -1 : Math.min(last, Math.max(0, next)));
  }

  #read(index) {
    this.#cursor = index;
    if (!this.#past) {
      return;
    }
    const line = this.#place.querySelector(".cursor");
    if (line) {
      const box = this.#place.getBoundingClientRect();
      const x = index < 0 ? -10 : Math.round(this.#x(this.#past.from + (index + 0.5) * this.#past.bucket, box.width)) + 0.5;
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
    }
    const last = this.#past.buckets.length - 1;
    this.#place.setAttribute("aria-valuemax", Math.max(0, last));
    this.#place.setAttribute("aria-valuenow", Math.max(0, index < 0 ? last : index));
    this.#reading(index < 0 ? null : this.#past.buckets[index], mean(this.#past.buckets));
  }

  #x(at, width) {
    const { from, until } = this.#past;
    return LEFT + Math.min(1, (at - from) / (until - from)) * (width - LEFT - 1);
  }

  #draw() {
    const { width, height } = this.#place.getBoundingClientRect();
    if (!this.#past || width < 60) {
      return;
    }
    const { from, until, bucket, buckets } = this.#past;
    // Means of whole machines add up to a little more or less than there are.
    const most = Math.max(1, ...buckets.map(total)) - 0.001;
    const step = niceStep(most, 5);
    const top = Math.ceil(most / step) * step;
    const floor = height - BOTTOM;
    const y = (count) => floor - (count / top) * (floor - TOP);
    const svg = element("svg", { "aria-hidden": "true" });
    svg.append(
      element(
        "defs",
        {},
        element("pattern", { id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, element("line", { x1: 0.5, y1: 0, x2: 0.5, y2: 5, class: "hatch" })),
      ),
    );
    for (let count = 0; count <= top; count += step) {
      const at = Math.round(y(count)) + 0.5;
      svg.append(element("line", { x1: LEFT, x2: width, y1: at, y2: at, class: "line" }));
      svg.append(element("text", { x: LEFT - 8, y: at + 4, "text-anchor": "end" }, words.count(count)));
    }
    for (const [at, text] of ticks(from, until, width - LEFT)) {
      const x = Math.round(this.#x(at, width)) + 0.5;
      svg.append(element("line", { x1: x, x2: x, y1: TOP, y2: floor + 4, class: "line" }));
      if (x > LEFT + 14 && x < width - 16) {
        svg.append(element("text", { x, y: height - 5, "text-anchor": "middle" }, text));
      }
    }
    const below = buckets.map(() => 0);
    for (const use of USES) {
      let path = "";
      buckets.forEach((each, i) => {
        if (each[use] <= 0) {
          return;
        }
        const left = this.#x(from + i * bucket, width).toFixed(1);
        const right = this.#x(Math.min(until, from + (i + 1) * bucket), width).toFixed(1);
        const low = y(below[i]).toFixed(1);
        below[i] += each[use];
        path += `M${left} ${low}V${y(below[i]).toFixed(1)}H${right}V${low}Z`;
      });
      svg.append(element("path", { d: path, class: use }));
    }
    svg.append(element("line", { x1: -10, x2: -10, y1: TOP, y2: floor, class: "cursor" }));
    this.#place.replaceChildren(svg);
    this.#read(this.#cursor);
  }
}
