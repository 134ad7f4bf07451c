"use strict";
/* Exact laws of selection. A fraction is a pair of BigInts; a sum of c·e^(-q) is a map from q to c, both fractions. */
const learnArithmetic = (() => {
  const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0n ? -a : a; };
  const fraction = (over, under = 1n) => {
    if (under < 0n) [over, under] = [-over, -under];
    const d = gcd(over, under) || 1n;
    return { over: over / d, under: under / d };
  };
  const read = (text) => {
    const [over, under = "1"] = String(text).split("/");
    const [whole, decimals = ""] = over.split(".");
    return fraction(BigInt(whole + decimals), BigInt(under) * 10n ** BigInt(decimals.length));
  };
  const add = (a, b) => fraction(a.over * b.under + b.over * a.under, a.under * b.under);
  const times = (a, b) => fraction(a.over * b.over, a.under * b.under);
  const minus = (a, b) => add(a, fraction(-b.over, b.under));
  const over = (a, b) => fraction(a.over * b.under, a.under * b.over);
  const write = (a) => (a.under === 1n ? `${a.over}` : `${a.over}/${a.under}`);
  const less = (a, b) => a.over * b.under < b.over * a.under;
  const number = (a) => Number(a.over) / Number(a.under);

  /* Sums of c·e^(-q). */
  const term = (q, c) => new Map([[write(q), c]]);
  const plus = (a, b) => {
    const sum = new Map(a);
    for (const [q, c] of b) {
      const both = add(sum.get(q) || fraction(0n), c);
      if (both.over) sum.set(q, both); else sum.delete(q);
    }
    return sum;
  };
  const value = (sum) => [...sum].reduce((total, [q, c]) => total + number(c) * Math.exp(-number(read(q))), 0);
  const shown = (sum) => [...sum].sort((a, b) => number(read(a[0])) - number(read(b[0])))
    .map(([q, c]) => (q === "0" ? write(c) : `${c.over === c.under ? "" : `${write(c)}·`}e^(−${q})`)).join(" + ").replaceAll("+ -", "− ") || "0";

  const gaps = (scores, scale) => {
    const best = scores.reduce((a, b) => (less(a, b) ? b : a));
    return scores.map((score) => over(minus(best, score), scale));
  };

  /* P(i) = e^(-q_i) / Σ e^(-q_j): what is above the line, and what is below. */
  const exponentialMechanism = (scores, scale) => {
    const above = gaps(scores, scale).map((q) => term(q, fraction(1n)));
    const below = above.reduce(plus);
    return above.map((each) => ({ above: each, below, value: value(each) / value(below),
      exactly: `(${shown(each)})/(${shown(below)})` }));
  };

  /* P(r) = e^(-q_r) Σ over sets S of others of (-1)^|S|/(|S|+1) e^(-Σ q_S). */
  const permuteAndFlip = (scores, scale) => {
    const q = gaps(scores, scale);
    return q.map((own, r) => {
      const others = q.filter((_, j) => j !== r);
      let above = new Map();
      for (let chosen = 0; chosen < 1 << others.length; chosen += 1) {
        const taken = others.filter((_, j) => chosen & (1 << j));
        const sign = taken.length % 2 ? -1n : 1n;
        above = plus(above, term(taken.reduce(add, own), fraction(sign, BigInt(taken.length + 1))));
      }
      return { above, below: term(fraction(0n), fraction(1n)), value: value(above), exactly: shown(above) };
    });
  };

  /* The losses ln(P(y)/P'(y)) of two laws, to the precision of floats: some 12 digits. */
  const losses = (law, other) => law.map((each, y) => Math.log(each.value / other[y].value));

  const rangeDistance = (x, y) => {
    const moves = x.map((score, i) => minus(y[i], score));
    const high = moves.reduce((a, b) => (less(a, b) ? b : a)), low = moves.reduce((a, b) => (less(a, b) ? a : b));
    return minus(high, low);
  };

  return { read, write, number, fraction, add, times, minus, over, exponentialMechanism, permuteAndFlip, losses, rangeDistance, gaps };
})();
if (typeof module !== "undefined") module.exports = learnArithmetic;
