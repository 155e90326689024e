"""Answers questions with the robots.txt parsers of Python that are present.

Reads one JSON object on stdin: texts in base64, agents, and targets of each
text. Writes one with, for each parser, its version, the profile that it should
agree with, and a verdict a question: 1, 0, or E where it gives the file up.
"""
import base64
import json
import platform
import sys
import urllib.robotparser

SITE = "https://bench.example"


def robotparser(text):
    parser = urllib.robotparser.RobotFileParser()
    parser.parse(text.decode("utf-8").splitlines())  # as its read() does
    return lambda agent, url: parser.can_fetch(agent, url)


def verdicts(work, parse):
    out = []
    for text, targets in zip(work["texts"], work["targets"]):
        try:
            ask = parse(base64.b64decode(text))
        except Exception:
            ask = None
        for agent in work["agents"]:
            for target in targets:
                try:
                    out.append("1" if ask(agent, SITE + target) else "0")
                except Exception:
                    out.append("E")
    return "".join(out)


def main():
    work = json.load(sys.stdin)
    # Which of its two parsers a Python has, its number does not tell for sure.
    wildcards = not robotparser(b"User-agent: *\nDisallow: /*x")("a", SITE + "/bx")
    peers = [{
        "name": "urllib.robotparser", "version": platform.python_version(),
        "profile": "python" if wildcards else "python-legacy", "verdicts": verdicts(work, robotparser),
    }]
    try:
        import protego
        from importlib.metadata import version
    except ImportError:
        pass
    else:
        def parse(text):
            parser = protego.Protego.parse(text.decode("utf-8", "ignore"))  # as Scrapy does
            return lambda agent, url: parser.can_fetch(url, agent)

        peers.append({"name": "protego", "version": version("protego"), "profile": "protego",
                      "verdicts": verdicts(work, parse)})
    json.dump(peers, sys.stdout)


main()
