# SPDX-License-Identifier: MIT
"""The report of bench/run: where codeexec is not the fastest, the bars, the rest."""

import statistics

QUESTION = """\
# What does a sandboxed run cost, beside the same program bare and in other
# sandboxes, and once its interpreter is kept booted?"""

NOTES = """\
bare, other sandboxes and codeexec run: from exec to exit of one process. All have
codeexec's LANG=C.UTF-8: bash, say, loads a locale for it, which costs as much alone.
batch: from a line written to its record read back. serve: from request to response,
on a connection that is kept. At 2 at once: from the start of the first to the end of
the second. Of outputs of 10 MB and more there are a fifth of the runs, of HumanEval a
tenth; typing: with that module preloaded. No more: namespaces and nothing else of a
sandbox, by unshare(1) or in forks of an interpreter that has booted (bench/floor);
what any sandbox with namespaces of its own for each run pays the kernel."""


class Findings:
    """All that was measured."""

    def __init__(self, runs, host):
        self.runs, self.host = runs, host
        self.programs, self.outputs, self.blocks = [], [], []
        self.many, self.states, self.humaneval = [], {}, None
        self.refused, self.commands, self.notes = {}, {}, []

    def questions(self):
        last = [self.humaneval] if self.humaneval else []
        return [*self.programs, *self.outputs, *self.blocks, *last]

    def median(self, question, way):
        """None where it was not measured."""
        for one in self.questions():
            if one.name == question and way in one.times:
                return statistics.median(one.times[way])
        return None


def p95(times):
    return sorted(times)[int(len(times) * 0.95)]


def faster(question, way):
    """Those not ours that are faster than WAY, the fastest first."""
    medians = {name: statistics.median(times) for name, times in question.times.items()}
    others = sorted((medians[name], name) for name in medians if name not in question.ours
                    and not name.startswith("bare, -c") and medians[name] < medians[way])
    return medians[way], others


def not_the_fastest(found):
    for question in found.questions():
        behind = []
        for way in question.times:
            if way in question.ours:
                own, others = faster(question, way)
                if others:
                    behind.append(f"{way} {own:.2f} (" + ", ".join(
                        f"{name} {median:.2f}" for median, name in others) + ")")
        if behind:
            yield f"{question.name}: " + "; ".join(behind)


def bar(what, value, most, text):
    """A line of the bars; VALUE is None where something was not measured."""
    if value is None:
        return f"not measured  {what}"
    return f"{'met' if value <= most else 'NOT MET':12}  {what}: {text.format(value)}"


def ratio(a, b):
    return a / b if a and b else None


def bars(found):
    median = found.median
    python = "python, 1 at once"
    yield bar("python by codeexec run ≤ 1.0 × bubblewrap", ratio(
        median(python, "codeexec run"), median(python, "bubblewrap")), 1.0, "{:.2f} ×")
    ours, theirs = (median("true, 1 at once", way) for way in ("codeexec run", "isolate"))
    yield bar("true by codeexec run ≤ isolate + 0.5 ms",
              ours - theirs if ours and theirs else None, 0.5, "isolate {:+.2f} ms")
    yield bar("warm python over HTTP ≤ 0.4 × bare python3 -c pass", ratio(
        median(python, "serve, warm"), median(python, "bare, -c pass")), 0.4, "{:.2f} ×")
    name = found.humaneval.name if found.humaneval else ""
    yield bar("HumanEval's 164 by batch -j2 ≤ 0.5 × bare by xargs -P2", ratio(
        median(name, "batch -j2, warm"), median(name, "bare, xargs -P2")), 0.5, "{:.2f} ×")
    yield flat(found)


def flat(found):
    """Memory may go up by a fiftieth, nothing else may."""
    if not found.states:
        return bar("the state after many runs is that after few", None, 0, "")
    (few, before), (many, after) = sorted(found.states.items())
    more = [name for name in before
            if after[name] > before[name] * (1.02 if name == "RSS KiB" else 1)]
    return bar(f"the state after {many:,} runs is that after {few:,}", len(more), 0,
               "more " + ", ".join(more) if more else "nothing is more")


def table(title, questions):
    """Medians, p95 and ratios to bare, a line a way."""
    print(f"\n{title}\n{'':36}{'min':>9}{'median':>9}{'p95':>9}{'ratio':>7}{'runs':>6}")
    for question in questions:
        bare = next((statistics.median(times) for name, times in question.times.items()
                     if name.startswith("bare")), None)
        print(question.name)
        for name, times in question.times.items():
            median = statistics.median(times)
            times_bare = f"{median / bare:7.2f}" if bare else ""
            print(f"  {name:34}{min(times):9.2f}{median:9.2f}{p95(times):9.2f}"
                  f"{times_bare}{len(times):6}{cold(question, name)}")


def cold(question, way):
    """What was to be warm and was not."""
    starts = question.starts.get(way, [])
    few = starts.count("warm")
    return f"  {few} of {len(starts)} warm" if "warm" in way and few < len(starts) else ""


def many(found):
    print("\nNumber of runs, python by batch -j1")
    edges = [edge for edge in (0, 10, 100, 1000, 10000) if edge < len(found.many)]
    for first, last in zip(edges, [*edges[1:], len(found.many)]):
        times = found.many[first:last]
        print(f"  {f'runs {first + 1:,} to {last:,}':34}{min(times):9.2f}"
              f"{statistics.median(times):9.2f}{p95(times):9.2f}")
    for number, state in sorted(found.states.items()):
        print(f"  after {number:,}: " + ", ".join(
            f"{name} {value}" for name, value in state.items()))


def write(found):
    print(f"{QUESTION}\n# {found.host}; {found.runs} runs of each, in shuffled turns; "
          "ms; ratio: to bare")
    print("\nWhere codeexec is not the fastest (and who is faster)")
    print("\n".join(f"  {line}" for line in not_the_fastest(found)) or "  nowhere")
    print("\nBars")
    for line in bars(found):
        print(f"  {line}")
    for title, questions in (("Programs", found.programs), ("Output", found.outputs),
                             ("Blocks", found.blocks)):
        if questions:
            table(title, questions)
    if found.many:
        many(found)
    if found.humaneval:
        table("HumanEval", [found.humaneval])
    print("\nNotes\n  " + NOTES.replace("\n", "\n  "))
    for name, command in found.commands.items():
        print(f"  {name}: {command}")
    for (way, program), why in found.refused.items():
        print(f"  {way} is left out for {program}: {why}")
    for note in found.notes:
        print(f"  {note}")
