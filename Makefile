# `make help` lists the targets.
.PHONY: help test lint bench fuzz docs web site

help: ## list the targets
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*## /\t/'

test: ## run the tests and go vet
	go test -timeout 30m ./...
	go vet ./...

lint: ## check format, go vet in both modules, and staticcheck
	scripts/lint.sh

bench: ## compare with other libraries (takes minutes)
	bench/setup
	cd bench && go run .

fuzz: ## fuzz each target for a while: make fuzz TIME=10m
	scripts/fuzz.sh $(or $(TIME),1m)

docs: ## write the pages of the command anew and check all documents
	go run ./internal/gendocs
	go test -run 'TestDocuments|TestClause|TestArchitecture|TestPercent|TestLinks' .

web: web/node_modules ## build the page into web/dist, to be embedded
	go run ./web/internal/build

site: web ## build the page into dist/site, for any static host
	rm -rf dist/site
	mkdir -p dist
	cp -r web/dist dist/site
	rm dist/site/placeholder.html

web/node_modules: web/package-lock.json
	cd web && npm ci
	touch web/node_modules
