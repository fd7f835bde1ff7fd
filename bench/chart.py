# SPDX-License-Identifier: MIT
"""The chart of bench/run: of each program a bar a way, the median, with a line to
p95. It is drawn in the colours of the page that it is shown on, light or dark."""

import html
import os
import statistics

WIDTH, COLUMNS = 860, 2
TOP, ROW, HEAD, GAP, MARGIN = 96, 17, 30, 14, 24
LABEL, VALUE = 118, 52
STYLE = """\
rect.paper{fill:#fff;stroke:#d1d9e0}text{fill:#1f2328}text.faint{fill:#59636e}
.bare{fill:#8c959f}.peer{fill:#54aeff}.ours{fill:#2da44e}path{stroke:#1f2328}
@media (prefers-color-scheme:dark){rect.paper{fill:#0d1117;stroke:#3d444d}text{fill:#e6edf3}
text.faint{fill:#9198a1}.bare{fill:#656c76}.peer{fill:#1f6feb}.ours{fill:#3fb950}
path{stroke:#e6edf3}}"""


def text(x, y, words, look=""):
    return f'<text x="{x:g}" y="{y:g}"{look}>{html.escape(words)}</text>'


def kind(question, way):
    if way in question.ours:
        return "ours"
    return "bare" if way.startswith("bare") else "peer"


def number(milliseconds):
    return f"{milliseconds:.1f}" if milliseconds < 100 else f"{milliseconds:.0f}"


def panel(question, title, x, y, width):
    """Its bars, the shortest above; how far one goes is shown where it fits."""
    medians = {way: statistics.median(times) for way, times in question.times.items()}
    room = width - LABEL - VALUE
    most = max(medians.values())
    yield text(x, y + 16, title, ' font-size="14" font-weight="600"')
    for row, (way, median) in enumerate(sorted(medians.items(), key=lambda item: item[1])):
        top = y + HEAD + row * ROW
        times = sorted(question.times[way])
        late = min(times[int(len(times) * 0.95)], most * 1.04) * room / most
        long = max(1, median * room / most)
        yield text(x + LABEL - 6, top + 10, way, ' text-anchor="end"')
        yield (f'<rect class="{kind(question, way)}" x="{x + LABEL}" y="{top}" '
               f'width="{long:.1f}" height="{ROW - 5}" rx="2"/>')
        yield f'<path d="M{x + LABEL + long:.1f} {top + 6}H{x + LABEL + late:.1f}"/>'
        yield text(x + LABEL + max(late, long) + 5, top + 10, number(median), ' class="faint"')


def panels(found):
    """(title, question) of what is drawn: one at once, and HumanEval."""
    titles = {"true": "true, by bash"}
    for question in found.programs:
        name, at_once = question.name.split(", ")
        if at_once.startswith("1 "):
            yield titles.get(name, name + ", hello"), question
    if found.humaneval:
        yield "HumanEval's 164, two at once", found.humaneval


def legend(y):
    x = WIDTH - MARGIN - 300
    for look, words in (("bare", "bare"), ("peer", "another sandbox"), ("ours", "codeexec")):
        yield f'<rect class="{look}" x="{x}" y="{y - 10}" width="12" height="12" rx="2"/>'
        yield text(x + 18, y, words)
        x += 62 if look == "bare" else 138


def draw(found):
    width = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) // COLUMNS
    body, y, row = [], TOP, []
    for title, question in [*panels(found), (None, None)]:
        if row and (len(row) == COLUMNS or question is None):
            for column, (name, one) in enumerate(row):
                body += panel(one, name, MARGIN + column * (width + GAP), y, width)
            y += HEAD + GAP + ROW * max(len(one.times) for _, one in row)
            row = []
        row.append((title, question))
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y + 4}" '
           f'viewBox="0 0 {WIDTH} {y + 4}" role="img" font-size="12" '
           'font-family="ui-sans-serif, system-ui, sans-serif">')
    title = "How long a run takes: milliseconds, median and p95"
    yield f"<title>{title}</title>\n<style>{STYLE}</style>"
    yield f'<rect class="paper" x="1" y="1" width="{WIDTH - 2}" height="{y + 2}" rx="5"/>'
    yield text(MARGIN, 34, title, ' font-size="17" font-weight="600"')
    yield text(MARGIN, 56, f"{found.host}; {found.runs} runs of each", ' class="faint"')
    yield from legend(78)
    yield from body
    yield "</svg>"


def write(found, path):
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write("\n".join(draw(found)) + "\n")
    os.rename(path + ".new", path)
