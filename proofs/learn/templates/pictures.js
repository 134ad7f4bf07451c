"use strict";
(() => {
  const A = learnArithmetic;
  const make = (tag, attributes = {}, ...children) => {
    const svg = ["svg", "g", "rect", "line", "text", "circle", "path", "title"].includes(tag);
    const element = svg ? document.createElementNS("http:" + "//www.w3.org/2000/svg", tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const percent = (p) => (p >= 0.0005 ? `${(100 * p).toFixed(1)} %` : p.toExponential(1));
  const digits = (p) => p.toPrecision(12);

  /* A picture: sliders on top, a drawing below that is drawn anew when one of them moves, and a line that says it in words. */
  function picture(root, sliders, draw) {
    const values = {}, controls = make("div", { class: "controls" }), sheet = make("div", { class: "drawn" });
    const said = make("p", { class: "said", "aria-live": "polite" });
    const redraw = () => { const { drawn, words } = draw(values); sheet.replaceChildren(drawn); said.textContent = words; };
    for (const [name, label, low, high, step, value] of sliders) {
      const output = make("output", {}, String(value));
      const input = make("input", { type: "range", min: low, max: high, step, value, name, "aria-label": label });
      values[name] = A.read(value);
      input.addEventListener("input", () => { values[name] = A.read(input.value); output.textContent = A.write(values[name]); redraw(); });
      output.textContent = A.write(values[name]);
      controls.append(make("label", {}, `${label} `, input, output));
    }
    root.append(controls, sheet, said);
    redraw();
    return { values, redraw, controls };
  }
  const scoresOf = (values, name, count) => [...Array(count).keys()].map((i) => values[`${name}${i}`]);
  const scoreSliders = (name, label, starts) => starts.map((value, i) => [`${name}${i}`, `${label}${i}`, -4, 4, 0.25, value]);
  const SCALE = ["scale", "scale", 0.25, 4, 0.25, 1];
  const svg = (height, ...children) => make("svg", { viewBox: `0 0 600 ${height}`, role: "img", "aria-hidden": "true" }, ...children);
  const text = (x, y, words, more = {}) => make("text", { x, y, ...more }, words);

  function bars(laws, names) {
    const rows = laws[0].length, step = 16 * laws.length + 14;
    const parts = [];
    for (let i = 0; i < rows; i += 1) {
      parts.push(text(8, i * step + 20, `${i}`));
      laws.forEach((law, which) => {
        const y = i * step + 8 + 16 * which, width = Math.max(1, 380 * law[i].value);
        parts.push(make("rect", { x: 30, y, width, height: 12, class: which ? "y" : "x" }, make("title", {}, `${names[which]}: ${law[i].exactly}`)));
        parts.push(text(36 + width, y + 10, `${digits(law[i].value)}`, { class: "small" }));
      });
    }
    return svg(rows * step + 6, ...parts);
  }

  function lossChart(losses, bound, claimed = null) {
    const top = Math.max(bound, ...losses.map(Math.abs), 0.01) * 1.25, x = (loss) => 300 + 270 * loss / top;
    const height = losses.length * 24 + 34, parts = [];
    parts.push(make("rect", { x: x(-bound), y: 0, width: x(bound) - x(-bound), height: height - 24, class: "band" }));
    if (claimed !== null) parts.push(make("rect", { x: x(-claimed), y: 0, width: x(claimed) - x(-claimed), height: height - 24, class: "claimed" }));
    parts.push(make("line", { x1: 300, x2: 300, y1: 0, y2: height - 24, class: "axis" }));
    losses.forEach((loss, i) => {
      const out = claimed !== null && Math.abs(loss) > claimed + 1e-12;
      parts.push(make("line", { x1: 300, x2: x(loss), y1: i * 24 + 14, y2: i * 24 + 14, class: "stem" }));
      parts.push(make("circle", { cx: x(loss), cy: i * 24 + 14, r: 6, class: out ? "out" : "dot" }));
      parts.push(text(8, i * 24 + 18, `${i}: ${loss.toFixed(4)}`));
    });
    for (const mark of [-bound, 0, bound]) parts.push(text(x(mark), height - 8, mark.toFixed(2), { "text-anchor": "middle", class: "small" }));
    return svg(height, ...parts);
  }

  /* The last race: each candidate starts at its score and is carried by its noise; the greatest wins. */
  function lanes(scores, times) {
    const all = [...scores, ...times], low = Math.min(...all), width = Math.max(...all) - low || 1, winner = Math.max(...times);
    const x = (place) => 40 + 500 * (place - low) / width;
    return [text(30, 146, "the last race: from the score, carried by the noise", { class: "small" }), ...times.flatMap((time, i) => {
      const y = 166 + 26 * i;
      return [text(8, y + 4, `${i}`), make("line", { x1: x(scores[i]), x2: x(time), y1: y, y2: y, class: "stem" }),
        make("line", { x1: x(scores[i]), x2: x(scores[i]), y1: y - 7, y2: y + 7, class: "needle" }),
        make("circle", { cx: x(time), cy: y, r: 7, class: time === winner ? "won" : "dot" })];
    })];
  }

  const pictures = {
    choose: (root) => picture(root, [SCALE, ...scoreSliders("x", "score ", [0, 1, 2])], (values) => {
      const law = A.exponentialMechanism(scoresOf(values, "x", 3), values.scale);
      return { drawn: bars([law], ["P"]), words: law.map((each, i) => `P(${i}) = ${each.exactly}`).join("; ") };
    }),
    neighbours: (root) => picture(root, [SCALE, ...scoreSliders("x", "x", [1, 0, 2]), ...["y0", "y1", "y2"].map((name, i) => [name, `move ${i}`, -1, 1, 0.25, [1, -1, 0][i]])], (values) => {
      const x = scoresOf(values, "x", 3), y = x.map((score, i) => A.add(score, values[`y${i}`]));
      const laws = [x, y].map((scores) => A.exponentialMechanism(scores, values.scale));
      const losses = A.losses(...laws), range = A.rangeDistance(x, y), bound = A.number(A.over(range, values.scale));
      const worst = Math.max(...losses.map(Math.abs));
      return { drawn: make("div", {}, bars(laws, ["P", "P′"]), lossChart(losses, bound)),
        words: `Range distance ${A.write(range)}, so every loss lies within ±${bound.toFixed(4)}; the largest is ${worst.toFixed(4)}.` };
    }),
    range: (root) => picture(root, [["m0", "move 0", -1, 1, 0.25, 1], ["m1", "move 1", -1, 1, 0.25, -1], ["m2", "move 2", -1, 1, 0.25, 0.5]], (values) => {
      const moves = scoresOf(values, "m", 3), at = (move) => 300 + 240 * A.number(move);
      const zero = moves.map(() => A.read(0)), range = A.rangeDistance(zero, moves);
      const places = moves.map(at), low = Math.min(...places), high = Math.max(...places);
      const dots = moves.map((move, i) => make("circle", { cx: at(move), cy: 50, r: 7, class: "dot" }, make("title", {}, `move ${i}: ${A.write(move)}`)));
      const one = moves.every((move) => move.over >= 0n) || moves.every((move) => move.over <= 0n);
      return { drawn: svg(90, make("line", { x1: 60, x2: 540, y1: 50, y2: 50, class: "axis" }), make("line", { x1: 300, x2: 300, y1: 38, y2: 62, class: "axis" }),
        make("rect", { x: low, y: 44, width: high - low, height: 12, class: "band" }), ...dots, text(60, 82, "−1", { class: "small" }), text(532, 82, "+1", { class: "small" })),
        words: `The range distance is ${A.write(range)}. ${one ? "All move in one direction: these scores are monotonic." : "They move in both directions."}` };
    }),
    race: (root) => {
      const counts = [0, 0, 0];
      let last = null;
      const shown = picture(root, [SCALE, ...scoreSliders("x", "score ", [0, 1, 2])], (values) => {
        const law = A.exponentialMechanism(scoresOf(values, "x", 3), values.scale), total = counts.reduce((a, b) => a + b, 0);
        const parts = law.flatMap((each, i) => {
          const y = i * 44 + 10, marks = [text(8, y + 14, `${i}`), make("rect", { x: 30, y, width: 500 * each.value, height: 12, class: "x" }), text(36 + 500 * each.value, y + 10, `exactly ${digits(each.value)}`, { class: "small" })];
          if (total) marks.push(make("rect", { x: 30, y: y + 15, width: 500 * counts[i] / total, height: 12, class: "y" }), text(36 + 500 * counts[i] / total, y + 25, `${counts[i]} of ${total}`, { class: "small" }));
          return marks;
        });
        const told = last ? `The last race: ${last.map((time, i) => `${i} at ${time.toFixed(2)}`).join(", ")}; the greatest wins.` : "Nobody has raced yet.";
        return { drawn: svg(last ? 236 : 140, ...parts, ...(last ? lanes(scoresOf(values, "x", 3).map(A.number), last) : [])), words: told };
      });
      const run = (races) => {
        const scores = scoresOf(shown.values, "x", 3).map(A.number), scale = A.number(shown.values.scale);
        for (let race = 0; race < races; race += 1) {
          last = scores.map((score) => score - scale * Math.log(-Math.log(Math.random())));
          counts[last.indexOf(Math.max(...last))] += 1;
        }
        shown.redraw();
      };
      for (const races of [1, 100, 10000]) {
        const button = make("button", { type: "button" }, `race ${races} time${races > 1 ? "s" : ""}`);
        button.addEventListener("click", () => run(races));
        shown.controls.append(button);
      }
      const reset = () => { counts.fill(0); last = null; shown.redraw(); };
      shown.controls.addEventListener("input", reset);
    },
    flip: (root) => picture(root, [SCALE, ...scoreSliders("x", "score ", [0, 1, 2])], (values) => {
      const scores = scoresOf(values, "x", 3), law = A.permuteAndFlip(scores, values.scale), gaps = A.gaps(scores, values.scale).map(A.number);
      const parts = [], leaves = [];
      const walk = (left, mass, depth, top, height, from) => left.forEach((i, place) => {
        const share = height / left.length, y = top + share * (place + 0.5), x = 40 + depth * 160;
        const picked = mass / left.length, heads = picked * Math.exp(-gaps[i]);
        parts.unshift(make("line", { x1: from[0], y1: from[1], x2: x, y2: y, class: "stem" }));
        parts.push(make("circle", { cx: x, cy: y, r: 9, class: "dot" }), text(x, y + 4, `${i}`, { "text-anchor": "middle", class: "inside" }), text(x - 9, y - 13, `heads ${percent(heads)}`, { class: "small" }));
        leaves.push([i, heads]);
        if (left.length > 1 && heads < picked) walk(left.filter((j) => j !== i), picked - heads, depth + 1, y - share / 2, share, [x, y]);
      });
      walk([0, 1, 2], 1, 1, 12, 320, [40, 172]);
      const sums = law.map((each, i) => leaves.filter(([leaf]) => leaf === i).reduce((total, [, heads]) => total + heads, 0));
      return { drawn: svg(336, ...parts, make("circle", { cx: 40, cy: 172, r: 5, class: "dot" })),
        words: law.map((each, i) => `P(${i}) = ${each.exactly} = ${digits(each.value)}, and the leaves of ${i} sum to ${sums[i].toFixed(12)}`).join("; ") };
    }),
    floats: (root) => picture(root, [["u", "uniform number", 0, 1, 0.001, 0.3], ["gap", "the gap, in scales", 0, 760, 1, 3]], (values) => {
      const law = A.exponentialMechanism([A.read(0), A.minus(A.read(0), values.gap)], A.read(1)), u = A.number(values.u);
      const gap = A.number(values.gap), float = Math.exp(-gap), hit = u <= law[0].value ? 0 : 1, x = (p) => 30 + 540 * p;
      const parts = [make("rect", { x: 30, y: 20, width: 540 * law[0].value, height: 26, class: "x" }), make("rect", { x: x(law[0].value), y: 20, width: 540 * law[1].value, height: 26, class: "y" }),
        make("line", { x1: x(u), x2: x(u), y1: 10, y2: 56, class: "needle" }), text(x(u), 72, `u = ${u}`, { "text-anchor": "middle", class: "small" })];
      const sum = 1 / (1 + float), reachable = sum < 1 - 2 ** -53;
      const verdict = float === 0 ? "In floats e^(−gap) is rounded to 0: candidate 1 does not exist any more."
        : reachable ? "Floats can hit both parts." : "In floats the first part already ends at 1: no float below 1 hits candidate 1.";
      return { drawn: svg(84, ...parts), words: `u hits candidate ${hit}. Exactly P(1) = ${law[1].exactly}, about 10^${(-(gap + Math.log(1 + float)) / Math.LN10).toFixed(1)}. ${verdict}` };
    }),
    stuck: (root) => picture(root, [["d", "distance d", 0.25, 2, 0.25, 1], ["far", "the others lie above by", 0, 8, 0.25, 4], SCALE], (values) => {
      const x = [A.read(0), values.far, values.far], d = values.d, down = A.minus(A.read(0), d);
      const y = x.map((score, i) => A.add(score, i ? down : d));
      const laws = [x, y].map((scores) => A.exponentialMechanism(scores, values.scale)), losses = A.losses(...laws);
      const claimed = A.number(A.over(d, values.scale)), worst = Math.max(...losses.map(Math.abs));
      return { drawn: lossChart(losses, 2 * claimed, claimed),
        words: `Claimed: d/scale = ${claimed.toFixed(4)}. Achieved at x = (${x.map(A.write).join(", ")}), x′ = (${y.map(A.write).join(", ")}): ${worst.toFixed(4)}. ${worst > claimed + 1e-12 ? "The map is too low." : "This pair does not show it yet: let candidate 0 lie farther behind."}` };
    }),
    proof: null,
  };
  for (const root of document.querySelectorAll("[data-picture]")) pictures[root.dataset.picture]?.(root);
})();
