"""The path: eight stops, the same on the page and in the terminal, and three lessons made from them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Stop:
    """One stop: what it says, the picture of it, an exact example to run, a question with its answer."""

    name: str
    title: str
    says: tuple[str, ...]
    example: str
    question: str
    answer: str
    claim: str = ""


STOPS = (
    Stop(
        "choose",
        "Choose, but not always the best",
        (
            "You have candidates, and a score for each: how many patients have this disease, how many users chose this "
            "word. You want to publish the best candidate, without telling what any one person's record says.",
            "The exponential mechanism publishes candidate i with a probability proportional to e^(x_i/scale). A small "
            "scale is bold: the best almost always wins. A large scale is shy: all are almost equally likely.",
        ),
        "noisymax law inverse_transform --scores 0,1,2 --scale 1",
        "The scores are 5, 6, 7 instead of 0, 1, 2. What changes?",
        "Nothing: e^5 cancels from every quotient. Only differences of scores matter.",
    ),
    Stop(
        "neighbours",
        "Two neighbours, two laws",
        (
            "If one person leaves the data, every score moves by at most d. The mechanism is private if nobody who "
            "sees the output can tell well which of the two vectors it came from: for every output y, the two "
            "probabilities differ by a factor of e^ε at most.",
            "ln(P(y)/P'(y)) is the privacy loss of y. Move the scores of x' and watch: no loss leaves the band.",
        ),
        "noisymax law inverse_transform --scores 1,0,2 --scale 1",
        "x = (0, 0) and x' = (1, -1), scale 1. What is the loss of output 0?",
        "P(0) = 1/2 on x, and e/(e + 1/e) = 0.88 on x': the loss is ln(0.5/0.88) = -0.57, far from the bound 2.",
    ),
    Stop(
        "range",
        "Range distance: what moves relative to what",
        (
            "If all scores rise by the same amount, nothing happens. What counts is how far two scores can move "
            "relative to each other: the range distance, the largest move minus the smallest.",
            "If scores move in both directions by up to d, the range distance is up to 2d. If they all move in one "
            "direction (counts, when a person is added), it is d at most: such scores are monotonic, and cost half.",
        ),
        "noisymax select inverse_transform --scores 1,2,3 --scale 1 --monotonic",
        "The moves are +1, +1, -1/2. What is the range distance?",
        "1 - (-1/2) = 3/2.",
        "metrics.range_bounds_every_pair",
    ),
    Stop(
        "proof",
        "The privacy proof, in two steps",
        (
            "Write w_i = e^(x_i/scale). If the moves lie between low and high, each w_i grows by a factor between "
            "e^(low/scale) and e^(high/scale), and so does their sum.",
            "A quotient grows by the greatest growth of what is above the line over the least growth of what is below: "
            "e^((high - low)/scale). That is the whole proof, for every number of candidates, and a machine checks it.",
        ),
        "noisymax explain exponential_mechanism.max_divergence",
        "Where does the proof use how many candidates there are?",
        "Nowhere: the bound on a sum holds for a sum of any length.",
        "exponential_mechanism.max_divergence",
    ),
    Stop(
        "race",
        "The Gumbel race: the same law without a quotient",
        (
            "Give each candidate a head start x_i and add Gumbel noise, -scale·ln(-ln U). The first at the line wins "
            "with exactly the probability of the exponential mechanism. No sum, no division, and the second and "
            "third place come for free.",
            "The picture races with the browser's floats. It is a picture: the law beside it is exact.",
        ),
        "noisymax law noisy_top_k --scores 0,1,2 --scale 1 -k 2 --measure zero_concentrated_divergence",
        "Somebody adds the same Gumbel number to all scores. What wins?",
        "The best score, always: a common shift changes no order, so there is no noise at all.",
        "gumbel.max",
    ),
    Stop(
        "flip",
        "Permute and flip: better, and from coins alone",
        (
            "Go through the candidates in random order. Keep the first whose coin shows heads, where heads has the "
            "probability e^(-(best - x_i)/scale). The best candidate's coin always shows heads, so this ends.",
            "Its privacy loss is that of the exponential mechanism, and it finds the best candidate at least as often. "
            "Every leaf of the tree is an exact number; their sums are the law.",
        ),
        "noisymax law permute_and_flip --scores 0,1,2 --scale 1",
        "Why must the order be random?",
        "Otherwise the first candidate is favoured, and with equal scores it always wins.",
        "permute_and_flip.law_in_own_terms",
    ),
    Stop(
        "floats",
        "A uniform number on a bar, and where floats fail",
        (
            "Put the probabilities end to end on a bar from 0 to 1, throw a uniform number on it, and take the part "
            "that it hits. With real numbers this is the exponential mechanism.",
            "Floats are a grid. A part that is narrower than the grid, 2^-53, may contain no point of it: its "
            "candidate never wins, on the neighbour it does, and the loss is infinite. e^-746 is even rounded to 0.",
        ),
        "noisymax law inverse_transform --scores 0,750 --scale 1",
        "Candidate 0 has probability e^-40. Can a float uniform number hit its part, if the part comes last?",
        "No: e^-40 is 4·10^-18, below 2^-53 = 10^-16. The last part is rounded away.",
        "noisy_top_k.prose.underflow",
    ),
    Stop(
        "stuck",
        "A proof that gets stuck, because the code is wrong",
        (
            "Somebody's map says d/scale for scores that may move in both directions. Try to prove it: the weight "
            "above the line grows by e^(d/scale), fine. The sum below may shrink by e^(-d/scale). The quotient has "
            "grown by e^(2d/scale), and nothing brings the 2 back.",
            "A proof that gets stuck points at the line that is wrong. The picture finds the pair of neighbours: the "
            "loss leaves the claimed band. Then it is your turn.",
        ),
        "noisymax learn --exercise 1",
        "Would more tests on random data have found it?",
        "Hardly: the pair must have one candidate rise while all others fall. The proof finds it in two lines.",
        "exponential_mechanism.max_divergence",
    ),
)


@dataclass(frozen=True)
class Lesson:
    """45 minutes: what is taught, minute by minute, with commands and exercises."""

    title: str
    aim: str
    minutes: tuple[tuple[int, str], ...]
    commands: tuple[str, ...]
    exercises: tuple[int, ...]


LESSONS = (
    Lesson(
        "Choosing in private",
        "Students can say what the exponential mechanism does, and what a privacy loss is.",
        (
            (10, "Stop 1 with the scale slider. Let the class guess the law of three scores before it is shown."),
            (
                15,
                "Stop 2: each student looks for the neighbour with the largest loss; collect the largest on the board.",
            ),
            (10, "Stop 3: range distance; the questions of stops 1 to 3 in pairs."),
            (10, "Exercise 2 together on the screen: what does a larger scale do?"),
        ),
        (STOPS[0].example, STOPS[1].example),
        (2,),
    ),
    Lesson(
        "Why it is private, and three ways to do it",
        "Students can write the two steps of the proof, and explain Gumbel-max and permute-and-flip.",
        (
            (15, "Stop 4 on the board: the two steps, each student names the inequality that is used."),
            (
                10,
                "Stop 5: races; compare the counts with the exact law. How many races until they agree to one percent?",
            ),
            (10, "Stop 6: compute the tree for scores 0, 1 by hand, and compare."),
            (10, "Exercise 3 alone, hint after five minutes."),
        ),
        (STOPS[3].example, STOPS[5].example),
        (3,),
    ),
    Lesson(
        "Where code and proof part",
        "Students can tell a wrong map, an error that tells, and a rounding that breaks a bound.",
        (
            (10, "Stop 7: where floats fail. Find the smallest probability that a float uniform number can hit."),
            (10, "Stop 8: let the proof get stuck on the board, then find the pair in the picture."),
            (20, "Exercises 1, 4 and 5 in groups; each group tells the others how the contract found it."),
            (5, "noisymax errata: the same happened in published documents."),
        ),
        (STOPS[6].example, STOPS[7].example, "noisymax errata range_divergence.range_does_not_add"),
        (1, 4, 5),
    ),
)
