package robots_test

import (
	"strings"
	"unicode/utf16"

	"github.com/robotsgate/robots"
)

// twin is a slow, plain reading of RFC 9309 with the default profile's
// decisions, written from the standard and not from the code: split into lines,
// gather groups, expand what applies, try every rule by recursion.

type twinRule struct {
	allow   bool
	pattern string // normalised
	line    int
}

type twinGroup struct {
	agents []string
	rules  []twinRule
}

func twinParse(text string) []twinGroup {
	if le, be := strings.HasPrefix(text, "\xff\xfe"), strings.HasPrefix(text, "\xfe\xff"); (le || be) && strings.Contains(text, "\x00") {
		var units []uint16
		b := text[2:]
		for ; len(b) >= 2; b = b[2:] {
			lo, hi := uint16(b[0]), uint16(b[1])
			if be {
				lo, hi = hi, lo
			}
			units = append(units, hi<<8|lo)
		}
		text = string(utf16.Decode(units))
		if len(b) == 1 {
			text += "\ufffd"
		}
	}
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	var groups []twinGroup
	run := false
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		value = strings.Trim(value, " \t")
		switch key = asciiLower(strings.Trim(key, " \t")); key {
		case "user-agent":
			if !run {
				groups = append(groups, twinGroup{})
			}
			run = true
			g := &groups[len(groups)-1]
			g.agents = append(g.agents, value)
		case "allow", "disallow":
			if len(groups) == 0 {
				continue
			}
			run = false
			g := &groups[len(groups)-1]
			g.rules = append(g.rules, twinRule{key == "allow", value, n + 1})
		}
	}
	return groups
}

func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 32
		}
	}
	return string(b)
}

func twinToken(s string) string {
	for i := 0; i < len(s); i++ {
		if !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", rune(s[i])) {
			return s[:i]
		}
	}
	return s
}

func twinSelect(groups []twinGroup, agent string) (rules []twinRule, named bool, count int) {
	pick := func(fits func(v string) bool) {
		for _, g := range groups {
			for _, v := range g.agents {
				if fits(v) {
					rules = append(rules, g.rules...)
					count++
					break
				}
			}
		}
	}
	token := twinToken(agent)
	if token != agent {
		pick(func(v string) bool { return asciiLower(v) == asciiLower(agent) })
	}
	if count == 0 && token != "" {
		pick(func(v string) bool { return asciiLower(twinToken(v)) == asciiLower(token) })
	}
	if count > 0 {
		return rules, true, count
	}
	pick(func(v string) bool { return v == "*" })
	return rules, false, count
}

const twinUnreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

func twinNormal(s string, pattern bool) string {
	const hex = "0123456789ABCDEF"
	out := ""
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' && i+2 < len(s) {
			h := strings.ToUpper(s[i+1 : i+3])
			a, b := strings.IndexByte(hex, h[0]), -1
			if len(h) == 2 {
				b = strings.IndexByte(hex, h[1])
			}
			if a >= 0 && b >= 0 && s[i+1] < 0x80 && s[i+2] < 0x80 {
				v := byte(a<<4 | b)
				if strings.IndexByte(twinUnreserved, v) >= 0 {
					out += string(rune(v))
				} else {
					out += "%" + h
				}
				i += 2
				continue
			}
		}
		switch {
		case pattern && c == '*', pattern && c == '$' && i == len(s)-1:
			out += string(rune(c))
		case c != '*' && c != '$' && strings.IndexByte(twinUnreserved+":/?#[]@!&'()+,;=", c) >= 0:
			out += string(rune(c))
		default:
			out += "%" + hex[c>>4:c>>4+1] + hex[c&15:c&15+1]
		}
	}
	return out
}

// twinMatch tries every way in which stars can be filled, with a memory of the
// places that failed so that it ends.
func twinMatch(pattern, target string) bool {
	failed := map[[2]int]bool{}
	var at func(i, j int) bool
	at = func(i, j int) bool {
		if i == len(pattern) {
			return true
		}
		if pattern[i] == '$' && i == len(pattern)-1 {
			return j == len(target)
		}
		k := [2]int{i, j}
		if failed[k] {
			return false
		}
		ok := false
		if pattern[i] == '*' {
			ok = at(i+1, j) || j < len(target) && at(i, j+1)
		} else {
			ok = j < len(target) && pattern[i] == target[j] && at(i+1, j+1)
		}
		failed[k] = !ok
		return ok
	}
	return at(0, 0)
}

// twinDecide answers as the default profile should.
func twinDecide(groups []twinGroup, agent, target string) (verdict robots.Verdict, basis robots.Basis, line int) {
	target, _, _ = strings.Cut(target, "#")
	if !strings.HasPrefix(target, "/") {
		target = "/" + target
	}
	target = twinNormal(target, false)
	if target == "/robots.txt" {
		return robots.Allow, robots.ByRobotsTxt, 0
	}
	rules, _, count := twinSelect(groups, agent)
	if count == 0 {
		return robots.Allow, robots.ByNoGroup, 0
	}
	var won *twinRule
	for _, r := range rules {
		if r.pattern == "" || r.pattern[0] != '/' && r.pattern[0] != '*' {
			continue
		}
		r.pattern = twinNormal(r.pattern, true)
		if !twinMatch(r.pattern, target) {
			continue
		}
		if won == nil || len(r.pattern) > len(won.pattern) || len(r.pattern) == len(won.pattern) && r.allow && !won.allow {
			won = &r
		}
	}
	switch {
	case won == nil:
		return robots.Allow, robots.ByNoRule, 0
	case won.allow:
		return robots.Allow, robots.ByRule, won.line
	}
	return robots.Disallow, robots.ByRule, won.line
}
