package lint

// families is the registry: a check is one row of the family it belongs to.
// Each family has a table below, in the file that names it. Nothing is copied
// at program start, so a program that links the package and runs no check does
// not carry them.
func families() [11][]*Check {
	return [...][]*Check{
		fileChecks, recordChecks, groupChecks, agentChecks, accessChecks, ruleChecks, patternChecks, otherChecks,
		parserChecks, signalChecks, suppressionChecks,
	}
}

// since is the version of the first release with checks.
const since = "0.1.0"

var fileChecks = []*Check{&crOnlyLines, &severalRecords, &longLine}

var recordChecks = []*Check{&prefixKey, &fullWidthColon, &lookalikeKey, &invisibleCharacter, &gluedComment}

var groupChecks = []*Check{&emptyGroup, &duplicateGroup, &splitGroup, &severalStarGroups, &noStarGroup, &sameTokenTwice}

var agentChecks = []*Check{&misspeltAgent, &unknownAgent, &legacyAgent, &agentIgnoresRobots}

var accessChecks = []*Check{&siteBlocked, &searchEngineBlocked, &namedGroupDropsStarRules, &blockedAssets}

var ruleChecks = []*Check{&deadRule, &duplicateRule, &conflictingRules, &caseVariants, &emptyDisallow}

var patternChecks = []*Check{&urlAsRule, &commaInRule, &trailingStar, &regexInRule, &spaceInRule, &nonASCIIRule, &queryOrder, &revealingPath}

var otherChecks = []*Check{&subSecondDelay, &lostSitemap, &relativeSitemap, &foreignSitemap, &placeholderDomain, &sitemapInRun}
